/** A part of a text that becomes another one. */
export interface TextEdit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Makes edits; all other characters stay. Edits that only remove may overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = ''
  let at = 0
  for (const edit of edits.toSorted((one, other) => one.start - other.start || one.end - other.end)) {
    if (edit.start > at) result += text.slice(at, edit.start)
    result += edit.text
    at = Math.max(at, edit.end)
  }
  return result + text.slice(at)
}

/** The lines that a part of a text fills, with the end of the last; undefined if something else is on them. */
export function wholeLines(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): { readonly start: number; readonly end: number } | undefined {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', end)
  const to = next === -1 ? text.length : next + 1
  if (text.slice(from, start).trim() !== '' || text.slice(end, to).trim() !== '') return undefined
  return { start: from, end: to }
}
