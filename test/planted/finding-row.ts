import type { Finding } from './find-by-seeds.ts'

const MOST = 150

/** A finding in one line, as a row of the table. */
export function findingRow({ bug, found, seconds }: Finding): string {
  const cells = [String(bug.number).padStart(2), bug.id.padEnd(26), `${seconds.toFixed(1).padStart(6)} s`]
  const end = found ? `${found.by}, ${found.rule}: ${found.sentence}` : 'SURVIVES'
  return [...cells, end.length > MOST ? `${end.slice(0, MOST - 1)}…` : end].join('  ')
}
