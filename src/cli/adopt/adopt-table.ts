import type { AdoptionVerdict } from '../../domain/adopt/adoption.ts'
import { effectCounts } from '../../domain/adopt/judge-adoption.ts'
import { toolNames } from '../../domain/adopt/adopt-tool.ts'
import { counted } from '../../domain/text/counted.ts'
import { markdownTable, plainTable } from '../fleet/table.ts'
import type { AdoptedCluster, UnreadCluster } from './adopted-cluster.ts'

type Reported = AdoptedCluster | UnreadCluster

const order: readonly (AdoptionVerdict | 'not read')[] = [
  'safe',
  'unproven',
  'changes',
  'restarts',
  'refused',
  'not read',
]

/** All clusters, the easiest first, each with what holds it. */
export function adoptTable(reports: readonly Reported[], output: 'table' | 'md'): string {
  const rows = reports.map(row).toSorted((a, b) => rank(a) - rank(b) || (a.cluster < b.cluster ? -1 : 1))
  const table = [
    ['CLUSTER', 'ADOPTION', 'WITH --WRITE', 'RELEASES', 'INSTALLED BY', 'WHAT CHANGES', 'HELD BY'],
    ...rows.map(one => [one.cluster, one.now, one.after, one.releases, one.by, one.effects, one.heldBy]),
  ]
  const counts = order.flatMap(verdict => {
    const count = rows.filter(one => one.after === verdict).length
    return count === 0 ? [] : [`${count} ${verdict}`]
  })
  const head = `${counted(rows.length, 'cluster')} to adopt: ${counts.join(', ')}`
  if (rows.length === 0) return 'No clusters\n'
  return output === 'md' ? `**${head}**\n\n${markdownTable(table)}` : `${head}\n\n${plainTable(table)}`
}

interface Row {
  readonly cluster: string
  readonly now: string
  readonly after: string
  readonly releases: string
  readonly by: string
  readonly effects: string
  readonly heldBy: string
}

function rank({ now, after }: Row): number {
  const place = (verdict: string) => order.findIndex(one => one === verdict)
  return place(after) * order.length + place(now)
}

function row(one: Reported): Row {
  if ('because' in one) {
    const none = { releases: '-', by: '-', effects: '-' }
    return { cluster: one.cluster, now: 'not read', after: 'not read', ...none, heldBy: one.because }
  }
  const { now, after = now } = one
  const releases = after.steps.flatMap(step => step.releases).filter(({ found }) => found)
  const tools = [...new Set(releases.flatMap(({ found }) => (found ? [toolNames[found.by.tool]] : [])))]
  const [refusal, ...more] = after.refusals
  const held = refusal ? `${refusal.object}: ${refusal.message}` : (one.notWritten[0] ?? '-')
  return {
    cluster: now.cluster,
    now: now.verdict,
    after: after.verdict,
    releases: String(releases.length),
    by: tools.length === 0 ? '-' : tools.join(', '),
    effects: effectCounts(after),
    heldBy: more.length > 0 ? `${held} (and ${more.length} more)` : held,
  }
}
