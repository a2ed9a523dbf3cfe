import type { Clock } from '../../engine/clock.ts'
import type { Metrics } from '../../engine/metrics/metrics.ts'
import { keyOf } from '../../engine/queue/key.ts'
import type { ViewPool } from '../views/view-pool.ts'
import type { Confirmations } from './confirmations.ts'
import { causeAges, measureCauses, measureStates } from './count-clusters.ts'
import { countViews, unreadAges } from './count-views.ts'
import {
  clusterCauses,
  clusters,
  leading,
  oldestCause,
  oldestUnread,
  readyUnconfirmed,
  workloadConnections,
} from './metric-specs.ts'
import { type KnownFleet, type ToldCluster, toldClusters } from './told-clusters.ts'

/** What is looked at when somebody wants to know. */
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
  const told = (): readonly ToldCluster[] => (management.isSynced() ? toldClusters(management) : [])
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
