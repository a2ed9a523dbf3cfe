import { nodeAt, type YamlPath } from '../node/node-at.ts'
import { parseNode } from '../node/parse-node.ts'
import type { ScalarNode } from '../node/yaml-node.ts'
import { positionAt } from '../position.ts'
import { readGoYaml } from '../read-go-yaml.ts'
import type { ScalarValue } from '../scalar/resolve-scalar.ts'
import { YamlError } from '../yaml-error.ts'
import type { YamlValue } from '../yaml-value.ts'
import { endOfLastLine, spellings } from './spellings.ts'
import { YamlEditError } from './yaml-edit-error.ts'

/**
 * Gives one scalar of a document another value and changes no other character: comments and layout stay.
 *
 * It is written the way it was, quotes and all, where the new value allows that.
 */
export function setScalar(text: string, path: YamlPath, value: ScalarValue): string {
  const node = findScalar(text, path)
  const wanted = replaceAt(readGoYaml(text), path, value)
  const rest = text.slice(endOfLastLine(node, text))
  for (const spelling of spellings(value, node, text)) {
    const edited = text.slice(0, node.start) + spelling + rest
    if (readsAs(edited, wanted)) return edited
  }
  throw new YamlEditError('SHARED', path, positionAt(text, node.start))
}

function findScalar(text: string, path: YamlPath): ScalarNode {
  const root = parseNode(text)
  const found = root && nodeAt(root, path)
  if (!found) throw new YamlEditError('NOT_FOUND', path, positionAt(text, 0))
  const position = positionAt(text, found.node.start)
  if (found.isShared) throw new YamlEditError('SHARED', path, position)
  if (found.node.kind !== 'scalar') throw new YamlEditError('NOT_A_SCALAR', path, position)
  return found.node
}

// The text is read again after the edit: a change that meant more than this one value would be worse than none.
function readsAs(text: string, wanted: YamlValue): boolean {
  try {
    return isEqual(readGoYaml(text), wanted)
  } catch (error) {
    if (error instanceof YamlError) return false
    throw error
  }
}

function replaceAt(whole: YamlValue, path: YamlPath, value: YamlValue): YamlValue {
  const [step, ...rest] = path
  if (step === undefined) return value
  if (Array.isArray(whole)) {
    return whole.map((item: YamlValue, index) => (index === step ? replaceAt(item, rest, value) : item))
  }
  if (typeof whole !== 'object' || whole === null) return whole
  const entries = Object.entries(whole)
  return Object.fromEntries(
    entries.map(([key, child]) => [key, key === String(step) ? replaceAt(child, rest, value) : child]),
  )
}

function isEqual(a: YamlValue, b: YamlValue): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b)
  const keys = Object.keys(a)
  if (Array.isArray(a) !== Array.isArray(b) || keys.length !== Object.keys(b).length) return false
  const [left, right] = [new Map(Object.entries(a)), new Map(Object.entries(b))]
  return keys.every(key => right.has(key) && isEqual(left.get(key) ?? null, right.get(key) ?? null))
}
