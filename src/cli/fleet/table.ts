import { plainText, textWidth } from '../terminal/text-width.ts'

/** Rows of cells, the head first. */
export type Table = readonly (readonly string[])[]

const GAP = 2

/** A table for people: columns as wide as their widest cell. What clusters say cannot move the cursor. */
export function plainTable(table: Table): string {
  const rows = table.map(row => row.map(plainText))
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map(row => textWidth(row[column] ?? ''))),
  )
  const pad = (cell: string, column: number): string =>
    cell + ' '.repeat(GAP + (widths[column] ?? 0) - textWidth(cell))
  return rows.map(row => `${row.map(pad).join('').trimEnd()}\n`).join('')
}

/** A table for a comment on a merge request. */
export function markdownTable([head = [], ...rows]: Table): string {
  const rule = `|${head.map(() => '---|').join('')}\n`
  return [markdownRow(head.map(name => name.toLowerCase())), rule, ...rows.map(markdownRow)].join('')
}

function markdownRow(row: readonly string[]): string {
  const cells = row.map(cell =>
    plainText(cell)
      .trim()
      .replaceAll(/[|\\<]/g, String.raw`\$&`),
  )
  return `| ${cells.join(' | ')} |\n`
}
