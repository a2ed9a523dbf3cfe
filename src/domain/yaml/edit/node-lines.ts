import type { YamlNode } from '../node/yaml-node.ts'

/** Where the line begins that an offset is on. */
export function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1
}

/** How far from the beginning of its line an offset is. */
export function columnOf(text: string, at: number): number {
  return at - lineStart(text, at)
}

/** Where the line behind a node begins, with the comment that stands behind its last value. */
export function endOfNode(text: string, node: YamlNode): number {
  const lineEnd = text.indexOf('\n', endOfContent(text, node))
  return lineEnd === -1 ? text.length : lineEnd + 1
}

/** Where the last value of a node ends, without the blanks and empty lines behind it. */
export function endOfContent(text: string, node: YamlNode): number {
  return Math.max(text.slice(0, lastEnd(text, node)).trimEnd().length, node.start)
}

function lastEnd(text: string, node: YamlNode): number {
  if (isInBrackets(text, node)) return node.end
  if (node.kind === 'mapping') {
    const last = node.entries.at(-1)
    return last ? Math.max(lastEnd(text, last.value), last.key.end) : node.end
  }
  if (node.kind !== 'sequence') return node.end
  const last = node.items.at(-1)
  return last ? lastEnd(text, last) : node.end
}

function isInBrackets(text: string, node: YamlNode): boolean {
  const isCollection = node.kind === 'mapping' || node.kind === 'sequence'
  return isCollection && /[[{]/.test(text.charAt(node.start)) && /[\]}]/.test(text.charAt(node.end - 1))
}

/** Puts blanks before every line that is not empty. */
export function indented(block: string, indent: string): string {
  return block.replaceAll(/^(?=.)/gm, indent)
}
