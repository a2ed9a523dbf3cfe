import type { ChangeReport, ReportRow } from './report-rows.ts'

/** How many details of one line are shown. */
const MOST_DETAILS = 6

/** A report for a terminal: one line for what happens in the same way, however often. */
export function textReport({ rows, summary }: ChangeReport): string {
  const flat = rows.flatMap(row => [row, ...detailsOf(row)])
  const whats = flat.map(({ mark, what }) => `${mark} ${what}`)
  const width = Math.min(60, Math.max(0, ...whats.map(text => text.length)))
  const words = Math.min(72, Math.max(0, ...flat.map(one => one.words.length)))
  const lines = flat.map(({ words: said, where }, index) =>
    `${(whats[index] ?? '').padEnd(width)}  ${said.padEnd(words)}  ${where}`.trimEnd(),
  )
  return [...lines, summary].map(line => `${line}\n`).join('')
}

function detailsOf({ details }: ReportRow): readonly ReportRow[] {
  const shown = details.slice(0, MOST_DETAILS).map(indented)
  const more = details.length - shown.length
  return more > 0
    ? [...shown, indented({ mark: '…', what: `${more} more objects`, words: '', where: '', details: [] })]
    : shown
}

function indented(row: ReportRow): ReportRow {
  return { ...row, mark: `    ${row.mark}` }
}
