import { isEqual } from '../../object/is-equal.ts'
import { type FoundNode, nodeAt, type YamlPath } from '../node/node-at.ts'
import { parseNode } from '../node/parse-node.ts'
import type { YamlNode } from '../node/yaml-node.ts'
import { readGoYaml } from '../read-go-yaml.ts'
import type { ScalarValue } from '../scalar/resolve-scalar.ts'
import { doubleQuoted } from '../write/quote-string.ts'
import { writeYaml } from '../write/write-yaml.ts'
import type { YamlValue } from '../yaml-value.ts'
import { changeAt, isYamlList, isYamlMapping, readsAs, valueAt } from './checked-edit.ts'
import { insertEntry, insertItem } from './insert-item.ts'
import { removeValue } from './remove-value.ts'
import { firstOf, inBrackets, refusedEdit, replaceNode } from './replace-node.ts'
import { setScalar } from './set-scalar.ts'

/**
 * Gives the value at a path another one, and changes as few lines as that takes: comments, order and other fields stay.
 *
 * What is missing on the way is added: mappings for names, lists for numbers.
 */
export function setValue(text: string, path: YamlPath, value: YamlValue): string {
  const root = parseNode(text)
  const found = root && nodeAt(root, path)
  if (!found) return addValue(text, path, value)
  if (found.isShared) throw refusedEdit('SHARED', path, { text, node: found.node })
  const before = valueAt(readGoYaml(text), path)
  if (isEqual(before, value)) return text
  const { node } = found
  if (node.kind === 'mapping' && isYamlMapping(value)) return setEntries(text, path, { before, value })
  if (node.kind === 'sequence' && isYamlList(value)) return setItems(text, path, { before, value })
  if (node.kind === 'scalar' && isScalarValue(value)) return setScalar(text, path, value)
  return replaceNode(text, { path, found, value })
}

interface Both<Value extends YamlValue> {
  readonly before: YamlValue | undefined
  readonly value: Value
}

function setEntries(
  text: string,
  path: YamlPath,
  { before, value }: Both<Readonly<Record<string, YamlValue>>>,
): string {
  const known = isYamlMapping(before) ? Object.keys(before) : []
  let edited = text
  // What is new comes first: a mapping that has lost its last entry is written in another way.
  for (const [key, child] of Object.entries(value)) edited = setValue(edited, [...path, key], child)
  for (const key of known) if (!Object.hasOwn(value, key)) edited = removeValue(edited, [...path, key])
  return edited
}

function setItems(text: string, path: YamlPath, { before, value }: Both<readonly YamlValue[]>): string {
  const known = isYamlList(before) ? before.length : 0
  let edited = text
  for (const [index, item] of value.entries()) edited = setValue(edited, [...path, index], item)
  for (let index = known - 1; index >= value.length; index--) edited = removeValue(edited, [...path, index])
  return edited
}

function addValue(text: string, path: YamlPath, value: YamlValue): string {
  const root = parseNode(text)
  for (let depth = path.length - 1; depth >= 0; depth--) {
    const parent = root && nodeAt(root, path.slice(0, depth))
    if (!parent) continue
    const [step = '', ...inner] = path.slice(depth)
    const nested = wrapped(inner, value)
    return addTo(text, { path: path.slice(0, depth), parent, step, value: nested })
  }
  // Only comments are there.
  const written = `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${writeYaml(wrapped(path, value))}`
  if (readsAs(written, wrapped(path, value))) return written
  throw refusedEdit('NOT_FOUND', path, { text, node: root })
}

interface Addition {
  readonly path: YamlPath
  readonly parent: FoundNode
  readonly step: string | number
  readonly value: YamlValue
}

function addTo(text: string, { path, parent, step, value }: Addition): string {
  const { node, isShared } = parent
  if (isShared) throw refusedEdit('SHARED', path, { text, node: node })
  if (node.kind === 'mapping') {
    const key = String(step)
    const wanted = changeAt(readGoYaml(text), path, whole => ({
      ...(isYamlMapping(whole) ? whole : {}),
      [key]: value,
    }))
    return firstOf(text, { path, node, wanted }, [
      () => insertEntry(text, path, [key, value]),
      () => addedInBrackets(text, node, `${doubleQuoted(key)}: ${inBrackets(value)}`),
    ])
  }
  if (node.kind === 'sequence' && step === node.items.length) {
    const wanted = changeAt(readGoYaml(text), path, whole => [...(isYamlList(whole) ? whole : []), value])
    return firstOf(text, { path, node, wanted }, [
      () => insertItem(text, path, { value }),
      () => addedInBrackets(text, node, inBrackets(value)),
    ])
  }
  if (node.kind === 'scalar' && valueAt(readGoYaml(text), path) === null)
    return replaceNode(text, { path, found: parent, value: wrapped([step], value) })
  throw refusedEdit('NOT_FOUND', path, { text, node: node })
}

function wrapped(path: YamlPath, value: YamlValue): YamlValue {
  return path.reduceRight<YamlValue>(
    (inner, step) => (typeof step === 'number' ? [inner] : { [step]: inner }),
    value,
  )
}

function isScalarValue(value: YamlValue): value is ScalarValue {
  return typeof value !== 'object' || value === null
}

/** Puts one more part before the bracket that ends a collection on one line. */
function addedInBrackets(text: string, node: YamlNode, part: string): string {
  const end = text.slice(0, node.end).trimEnd().length - 1
  const before = text.slice(0, end).trimEnd()
  const comma = /[[{,]$/.test(before) ? '' : ', '
  return `${before}${comma}${part}${text.slice(end)}`
}
