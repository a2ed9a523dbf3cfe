import type { Clock } from '../../engine/clock.ts'
import type { Metrics, Sample } from '../../engine/metrics/metrics.ts'
import { keyOf } from '../../engine/queue/key.ts'
import type { ViewPool, ViewResult } from '../views/view-pool.ts'
import type { Confirmations } from './confirmations.ts'
import { causeAges, measureCauses, measureStates } from './count-clusters.ts'
import {
  clusterCauses,
  clusters,
  leading,
  oldestCause,
  oldestUnread,
  readyUnconfirmed,
  workloadConnections,
} from './metric-specs.ts'
import { type KnownFleet, type MeasuredCluster, measuredClusters } from './measured-clusters.ts'

/** What is read when the metrics are scraped. */
export interface Measured {
  readonly clock: Pick<Clock, 'now'>
  readonly management: KnownFleet
  readonly views: Pick<ViewPool, 'sights'>
  readonly confirmations: Confirmations
}

/** Measures the fleet from what is in memory, only when figures are asked for. Gives the way to end it. */
export function measureFleet(
  metrics: Metrics,
  { clock, management, views, confirmations }: Measured,
): () => void {
  // Half of a management cluster would look like a smaller fleet.
  const told = (): readonly MeasuredCluster[] => (management.isSynced() ? measuredClusters(management) : [])
  const fitouts = () => (management.isSynced() ? management.fitout.list().map(keyOf) : [])
  const ends = [
    metrics.measured(leading, () => [{ labels: {}, value: Number(management.isSynced()) }]),
    metrics.measured(clusters, () => measureStates(fitouts(), told())),
    metrics.measured(clusterCauses, () => measureCauses(told())),
    metrics.measured(oldestCause, () => causeAges(told(), clock.now())),
    metrics.measured(readyUnconfirmed, () => confirmations.ages(told())),
    metrics.measured(workloadConnections, () => countViews(views.sights())),
    metrics.measured(oldestUnread, () => unreadAges(views.sights(), clock.now())),
  ]
  return () => {
    for (const end of ends) end()
  }
}

/** How many workload clusters could be read when they were last looked at, and how many could not, by reason. */
function countViews(sights: readonly ViewResult[]): readonly Sample[] {
  const read = sights.filter(({ kind }) => kind === 'read').length
  const unread = byReason(sights).map(([reason, since]) => ({
    labels: { state: 'unread', reason },
    value: since.length,
  }))
  return [{ labels: { state: 'read', reason: '' }, value: read }, ...unread]
}

/** For how many seconds the one that could not be read for longest was not, by reason. */
function unreadAges(sights: readonly ViewResult[], now: number): readonly Sample[] {
  return byReason(sights).map(([reason, since]) => ({
    labels: { reason },
    value: Math.max(0, now - Math.min(...since)) / 1000,
  }))
}

function byReason(sights: readonly ViewResult[]): readonly (readonly [string, readonly number[]])[] {
  const groups = new Map<string, number[]>()
  for (const viewResult of sights) {
    if (viewResult.kind === 'read') continue
    const { reason } = viewResult.problem
    groups.set(reason, [...(groups.get(reason) ?? []), viewResult.since])
  }
  return [...groups]
}
