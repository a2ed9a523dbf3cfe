import type { ClusterState } from '../api/schema/cluster-fitout-schema.ts'
import type { Actor } from '../plan/cluster-facts.ts'
import { readInstant } from '../plan/step-status.ts'
import { counted } from '../text/counted.ts'
import { summaryOrder } from '../words/state-words.ts'
import { type FleetCluster, idOf } from './fleet-snapshot.ts'
import { timeInState } from './time-in-state.ts'

/** How many clusters are in a state. */
export interface StateCount {
  readonly state: ClusterState
  readonly count: number
}

/** Counts the clusters by state, first what needs action; states that no cluster is in are left out. */
export function countStates(clusters: readonly Pick<FleetCluster, 'state'>[]): readonly StateCount[] {
  return summaryOrder
    .map(state => ({ state, count: clusters.filter(cluster => cluster.state === state).length }))
    .filter(({ count }) => count > 0)
}

/** How many clusters there are, and in which state: `40 clusters: 1 Held, 39 Ready`. */
export function summaryWords(clusters: readonly Pick<FleetCluster, 'state'>[]): string {
  const counts = countStates(clusters).map(({ state, count }) => `${count} ${state}`)
  return `${counted(clusters.length, 'cluster')}: ${counts.join(', ')}`
}

/** A cause that needs action, and the clusters that have it. */
export interface CauseCount {
  readonly reason: string
  readonly sentence: string
  readonly actor: Actor
  /** Of those clusters, the most urgent. */
  readonly state: ClusterState
  /** Namespace and name of each. */
  readonly clusters: readonly string[]
  /** Since when the first of them has it. */
  readonly oldest: string | undefined
}

/** Whether a user can end what keeps a cluster from being Ready. */
export function isUpToSomebody({ state, cause }: FleetCluster): boolean {
  return state !== 'Ready' && (cause?.actor ?? 'Nobody') !== 'Nobody'
}

/**
 * Whether someone has to do something.
 *
 * While a cluster is fitted out much goes by; what only Git can fix does not, as the condition `Stalled` says.
 */
export function needsAction(cluster: FleetCluster): boolean {
  return isUpToSomebody(cluster) && (cluster.state !== 'FittingOut' || cluster.cause?.actor === 'Git')
}

/** Causes before clusters: each that needs action once, the one with most clusters first. */
export function countCauses(clusters: readonly FleetCluster[]): readonly CauseCount[] {
  const alike = new Map<string, FleetCluster[]>()
  for (const cluster of clusters.filter(needsAction)) {
    const key = `${cluster.cause?.reason} ${generalOf(cluster)}`
    alike.set(key, [...(alike.get(key) ?? []), cluster])
  }
  return [...alike.values()].flatMap(causeCount).toSorted(byWeight)
}

function causeCount(alike: readonly FleetCluster[]): readonly CauseCount[] {
  const [first] = alike
  if (first?.cause === undefined) return []
  const { reason, message, actor = 'Nobody' } = first.cause
  const times = alike.flatMap(({ cause }) => cause?.since ?? [])
  return [
    {
      reason,
      sentence: alike.length === 1 ? message : generalOf(first),
      actor,
      state: countStates(alike)[0]?.state ?? first.state,
      clusters: alike.map(idOf),
      oldest: times.toSorted((a, b) => (readInstant(a) ?? 0) - (readInstant(b) ?? 0))[0],
    },
  ]
}

// A Secret is named after its cluster: without that name, one fault in a hundred clusters is one cause.
function generalOf({ name, cause }: FleetCluster): string {
  const named = new RegExp(
    `(?<![a-z0-9.-])${name.replaceAll(/[^a-z0-9]/g, String.raw`\$&`)}(?=["/\\s-]|$)`,
    'g',
  )
  return (cause?.message ?? '').replace(named, '<cluster>')
}

function byWeight(a: CauseCount, b: CauseCount): number {
  const order = b.clusters.length - a.clusters.length
  return order !== 0 ? order : a.reason < b.reason ? -1 : Number(a.reason > b.reason)
}

/** The clusters, first what needs action, then by state, then those that wait longest. */
export function byUrgency(clusters: readonly FleetCluster[]): readonly FleetCluster[] {
  const rank = new Map(summaryOrder.map((state, index) => [state, index]))
  const key = (cluster: FleetCluster) => ({
    cluster,
    rank: rank.get(cluster.state) ?? 0,
    since: timeInState(cluster, { fitouts: [] }).since ?? Number.POSITIVE_INFINITY,
  })
  return clusters
    .map(key)
    .toSorted((a, b) => a.rank - b.rank || compare(a.since, b.since))
    .map(({ cluster }) => cluster)
}

/** The cluster to look at first: of those that need action the most urgent. */
export function mostUrgent(clusters: readonly FleetCluster[]): FleetCluster | undefined {
  return byUrgency(clusters.filter(needsAction))[0]
}

function compare(a: number, b: number): number {
  return a < b ? -1 : Number(a > b)
}
