/** The cells of the table under a heading of a document, row by row, without the two rows of its head. */
export function cellsUnder(document: string, heading: string): readonly (readonly string[])[] {
  const [, section = ''] = document.split(`\n${heading}\n`)
  const [table = ''] = /^(?:\|.*\n)+/m.exec(section) ?? []
  const lines = table.trimEnd().split('\n').slice(2)
  return lines.map(line =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map(cell => cell.trim()),
  )
}
