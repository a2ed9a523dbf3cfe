import type { ChangeReport, ReportRow } from './report-rows.ts'

/** By this a comment is found again. */
export const COMMENT_MARK = '<!-- fitout-plan -->'

/** What a forge takes as a comment: GitHub has the least room, 65,536 characters. */
const MOST_LETTERS = 60_000
const MOST_DETAILS = 20

interface Heading {
  readonly from: string
  readonly to: string
}

/** A report as the comment of a merge request. It is cut at what every forge takes, and says so. */
export function changeComment({ rows, summary, notes }: ChangeReport, { from, to }: Heading): string {
  const head = `${COMMENT_MARK}\n### ${textOf(summary)}\n\n${codeOf(`fitout plan ${from}..${to}`)}\n`
  const end =
    notes.length === 0
      ? ''
      : `\n<details><summary>Notes</summary>\n\n${bounded(
          notes.map(note => `- ${textOf(note)}\n`),
          12_000,
        )}\n</details>\n`
  if (rows.length === 0) return `${head}${end}`
  const table = '\n| | object | what happens | where |\n|---|---|---|---|\n'
  const lines = rows.map(rowLines)
  return `${head}${table}${bounded(lines, MOST_LETTERS - head.length - end.length - table.length - 200)}${end}`
}

function rowLines(row: ReportRow): string {
  const details = row.details
    .slice(0, MOST_DETAILS)
    .map(detail => line({ ...detail, what: `\u00a0\u00a0${detail.what}` }))
  const more = row.details.length - details.length
  const rest = more > 0 ? `| | | … ${more} more objects | |\n` : ''
  return `${line(row)}${details.join('')}${rest}`
}

function line({ mark, what, words, where }: ReportRow): string {
  const said = textOf(words)
  const cell = mark === '-' || mark === 'x' ? `**${said}**` : said
  return `| ${codeOf(mark)} | ${codeOf(what)} | ${words === '' ? '' : cell} | ${where === '' ? '' : codeOf(where)} |\n`
}

// Whole lines only, so that no table and no code is cut in two.
function bounded(lines: readonly string[], most: number): string {
  let text = ''
  for (const [index, one] of lines.entries()) {
    if (text.length + one.length > most)
      return `${text}| | | … ${lines.length - index} more lines: run fitout plan | |\n`
    text += one
  }
  return text
}

// Nothing of a repository may become a link, a mention or a tag.
function textOf(text: string): string {
  return oneLine(text)
    .replaceAll(/[\\`*_{}[\]()#!|~$]/g, letter => `\\${letter}`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('@', '@\u200b')
    .replaceAll(/\b(https?):\/\//g, '$1:\u200b//')
}

function codeOf(text: string): string {
  return `\`${oneLine(text).replaceAll('`', "'").replaceAll('|', '\\|')}\``
}

function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- that is what it is for
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
}
