import { shownSpan } from '../../migrate/hcl/source-file.ts'
import type { BlockResult, MovedRelease } from '../../migrate/plan-migration.ts'
import { markdownTable } from '../fleet/table.ts'
import { fateOf, type ReportedMigration, summaryOf } from './report.ts'

/** The report for a comment on a merge request: one row for each release, and for what stays beside them. */
export function reportMarkdown(reported: readonly ReportedMigration[], isWritten: boolean): string {
  const rows = reported.flatMap(one => [
    ...one.migration.results.flatMap(result => rowsOf(result, one, isWritten)),
    ...one.migration.beside.map(({ address, place }) => [
      address,
      `${place.path}:${place.line}`,
      'stays',
      '-',
      '-',
      '-',
      'Terraform applies this manifest itself',
    ]),
    ...one.migration.unread.map(({ address, block }) => [
      address,
      shownSpan(block),
      'not read',
      '-',
      '-',
      '-',
      'releases inside of it are not seen',
    ]),
  ])
  const head = ['RELEASE', 'PLACE', 'RESULT', 'CHART', 'PROOF', 'HANDED OVER', 'REASON']
  const table = rows.length === 0 ? '' : `\n${markdownTable([head, ...rows])}`
  return `**${summaryOf(reported, isWritten)}**\n${table}`
}

function rowsOf(
  result: BlockResult,
  { proofs }: ReportedMigration,
  isWritten: boolean,
): readonly (readonly string[])[] {
  const place = `${result.place.path}:${result.place.line}`
  const fate = fateOf(result)
  if (fate === 'absent') return [[result.address, place, 'not installed', '-', '-', '-', 'its count is 0']]
  if (fate === 'stays') {
    const [first, ...more] = result.faults
    const reason = first ? `${shownSpan(first)}: ${first.words}` : '-'
    const rest = more.length > 0 ? ` (and ${more.length} more)` : ''
    return [[result.address, place, 'stays', '-', '-', '-', `${reason}${rest}`]]
  }
  return result.moved.map(({ release, addOn }) => {
    const proof = proofs.get(release.address)?.words ?? '-'
    const keys = addOn.keys.map(({ key }) => key).join(', ')
    const word = isWritten ? 'moved' : 'would move'
    return [release.address, place, word, chartOf(release), proof, keys === '' ? '-' : keys, '-']
  })
}

function chartOf({ chart }: MovedRelease['release']): string {
  return chart.name === undefined
    ? `${chart.url} ${chart.version}`
    : `${chart.url} ${chart.name} ${chart.version}`
}
