const VISIBLE_LINES =
  /^[\t\n\u0020-\u007e\u00a1-\u167f\u1681-\u1fff\u2010-\u2027\u2030-\u205e\u2070-\u2fff\u3001-\ud7ff\uf900-\ufdcf]*$/

/** Writes a text of several lines as they are, or returns undefined if that would hide or lose something. */
export function literalBlock(text: string, pad: string): string | undefined {
  const hasContent = /[^\n\t ]/.test(text)
  if (!hasContent || !VISIBLE_LINES.test(text)) return undefined
  const indentation = beginsWithBlank(text) ? '2' : ''
  const lines = text.replace(/\n(?=[^\n])/g, `\n${pad}`)
  const first = text.startsWith('\n') ? '' : pad
  return `|${indentation}${chomping(text)}\n${first}${lines}${text.endsWith('\n') ? '' : '\n'}`
}

/** Whether the first line cannot show the indentation, so that the header must say it. */
export function beginsWithBlank(text: string): boolean {
  return /^\n*[ \t]/.test(text)
}

function chomping(text: string): string {
  if (!text.endsWith('\n')) return '-'
  return text.endsWith('\n\n') ? '+' : ''
}
