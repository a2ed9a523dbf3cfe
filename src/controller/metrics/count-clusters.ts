import { CLUSTER_STATES } from '../../domain/api/schema/cluster-fitout-schema.ts'
import { isCauseReason } from '../../domain/explain/cause-reason.ts'
import { readInstant } from '../../domain/plan/step-status.ts'
import type { MetricLabels, Sample } from '../../engine/metrics/metrics.ts'
import type { MeasuredCluster } from './measured-clusters.ts'

/** How many clusters each Fitout has in each state. Also where there are none, so that nothing must be guessed. */
export function measureStates(
  fitouts: readonly string[],
  clusters: readonly MeasuredCluster[],
): readonly Sample[] {
  const counts = new Map<string, number>()
  for (const { fitout, state } of clusters) {
    const id = `${fitout} ${state}`
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return fitouts.flatMap(fitout =>
    CLUSTER_STATES.map(state => ({
      labels: { fitout, state },
      value: counts.get(`${fitout} ${state}`) ?? 0,
    })),
  )
}

/** How many clusters have the same cause. */
export function measureCauses(clusters: readonly MeasuredCluster[]): readonly Sample[] {
  return byCause(clusters).map(({ labels, alike }) => ({ labels, value: alike.length }))
}

/** For how many seconds the one that has a cause longest has it. */
export function causeAges(clusters: readonly MeasuredCluster[], now: number): readonly Sample[] {
  return byCause(clusters).map(({ labels, alike }) => {
    const ages = alike.map(({ cause }) => now - (readInstant(cause?.since) ?? now))
    return { labels, value: Math.max(0, ...ages) / 1000 }
  })
}

interface Alike {
  readonly labels: MetricLabels
  readonly alike: MeasuredCluster[]
}

function byCause(clusters: readonly MeasuredCluster[]): readonly Alike[] {
  const groups = new Map<string, Alike>()
  for (const cluster of clusters) {
    if (!cluster.cause) continue
    const labels = causeLabels(cluster, cluster.cause)
    const id = Object.values(labels).join(' ')
    const group = groups.get(id) ?? { labels, alike: [] }
    group.alike.push(cluster)
    groups.set(id, group)
  }
  return [...groups.values()]
}

function causeLabels(
  { fitout, state }: MeasuredCluster,
  { reason, actor = 'Operator', step = '' }: NonNullable<MeasuredCluster['cause']>,
): MetricLabels {
  // A state that Fitout did not write must not become a series.
  return { fitout, state, step, reason: isCauseReason(reason) ? reason : 'NotExplained', actor }
}
