import type { Place } from '../../pack/pack-problem.ts'
import { nodeAt, type YamlPath } from '../../yaml/node/node-at.ts'
import type { LintObject } from './lint-object.ts'

/**
 * Finds places of a text that stands in another object, in the file of that object.
 *
 * Lines can be told in a literal block only; of any other text the place is where it begins.
 */
export function embeddedPlaces(host: LintObject, path: YamlPath): (inside: Place) => Place {
  const start = host.placeOf(path)
  const block = host.document && blockOf(host, path)
  if (!block) return () => start
  return ({ line, column }) => ({
    path: host.path,
    line: start.line + block.firstLine + line - 1,
    column: column + block.indent,
  })
}

interface Block {
  /** How many lines below its `|` the text begins. */
  readonly firstLine: number
  readonly indent: number
}

function blockOf({ document, within }: LintObject, path: YamlPath): Block | undefined {
  const root = document?.node()
  const node = root && nodeAt(root, [...within, ...path])?.node
  if (!document || node?.kind !== 'scalar' || node.style !== 'literal') return undefined
  const text = document.text.text.slice(node.start, node.end)
  const lines = text.split('\n').slice(1)
  const filled = lines.find(line => line.trim() !== '')
  if (filled === undefined) return undefined
  // An indentation that is said in the header leaves more spaces in the text; they count as part of it.
  const header = /^\|[-+]?(\d)/.exec(text)
  if (header) return undefined
  return { firstLine: 1, indent: filled.length - filled.trimStart().length }
}
