import type { ScalarNode } from '../node/yaml-node.ts'
import type { ScalarValue } from '../scalar/resolve-scalar.ts'
import { isVisible } from '../write/is-plain-string.ts'
import { literalBlock } from '../write/literal-block.ts'
import { doubleQuoted, quoteString, singleQuoted } from '../write/quote-string.ts'
import { writeNumber } from '../write/write-number.ts'

/** Ways to write a value in the place of a scalar, the one most like the old way first. */
export function spellings(value: ScalarValue, node: ScalarNode, text: string): string[] {
  const ways = typeof value === 'string' ? stringSpellings(value, node, text) : [wordFor(value)]
  // Behind a bare ":" or "-" a blank is needed.
  const isLeftOut = node.start === node.end && !/[\s]$/.test(text.slice(0, node.start))
  return isLeftOut ? ways.map(way => ` ${way}`) : ways
}

function wordFor(value: Exclude<ScalarValue, string>): string {
  return typeof value === 'number' || typeof value === 'bigint' ? writeNumber(value) : String(value)
}

function stringSpellings(value: string, node: ScalarNode, text: string): string[] {
  const ways = [quoteString(value), doubleQuoted(value)]
  if (node.style === 'double') return [doubleQuoted(value)]
  if (node.style === 'single' && isVisible(value)) return [singleQuoted(value), ...ways]
  const isBlock = node.style === 'literal' || node.style === 'folded'
  const block = isBlock ? literalBlock(value, indentationOf(node, text)) : undefined
  return block === undefined ? ways : [block.replace(/\n$/, ''), ...ways]
}

/** The blanks before the first line of a block scalar. */
function indentationOf(node: ScalarNode, text: string): string {
  return /\n( +)[^ \n]/.exec(text.slice(node.start, node.end))?.[1] ?? '  '
}

/** Where the last line of a scalar ends, before its break. Empty lines behind a block scalar are left where they are. */
export function endOfLastLine(node: ScalarNode, text: string): number {
  if (node.style !== 'literal' && node.style !== 'folded') return node.end
  const block = text.slice(node.start, node.end)
  const lineEnd = block.indexOf('\n', block.trimEnd().length)
  if (lineEnd < 0) return node.end
  return node.start + (block.charAt(lineEnd - 1) === '\r' ? lineEnd - 1 : lineEnd)
}
