import type { ClusterState } from '../../domain/api/schema/cluster-fitout-schema.ts'
import { readInstant } from '../../domain/plan/step-status.ts'
import type { Cause } from '../../domain/plan/sum-up.ts'
import { summaryOrder } from '../../domain/words/state-words.ts'
import { type ClusterView, type FleetSnapshot, needsSomebody } from './fleet-snapshot.ts'

/** How many clusters are in a state. */
export interface StateCount {
  readonly state: ClusterState
  readonly count: number
}

/** Counts the clusters by state, first what needs somebody; states that no cluster is in are left out. */
export function countStates({ clusters }: FleetSnapshot): readonly StateCount[] {
  return summaryOrder
    .map(state => ({ state, count: clusters.filter(cluster => cluster.state === state).length }))
    .filter(({ count }) => count > 0)
}

/** A cause that needs somebody, and the clusters that have it. */
export interface CauseCount {
  readonly cause: Cause
  /** Of those clusters, the state that is most urgent. */
  readonly state: ClusterState
  readonly clusters: readonly string[]
  /** Since when the first of them has it, milliseconds. */
  readonly oldest: number
}

/** Causes before clusters: what needs somebody, each cause once, the one with most clusters first, then the oldest. */
export function countCauses({ clusters, now }: FleetSnapshot): readonly CauseCount[] {
  const byCause = Map.groupBy(
    clusters.filter(needsSomebody),
    ({ cause }) => `${cause?.reason} ${cause?.message}`,
  )
  return [...byCause.values()]
    .flatMap(alike => causeCount(alike, now))
    .toSorted((a, b) => b.clusters.length - a.clusters.length || a.oldest - b.oldest)
}

function causeCount(alike: readonly ClusterView[], now: number): readonly CauseCount[] {
  const cause = alike[0]?.cause
  if (cause === undefined) return []
  const states = new Set(alike.map(({ state }) => state))
  return [
    {
      cause,
      state: summaryOrder.find(state => states.has(state)) ?? 'Held',
      clusters: alike.map(({ id }) => id),
      oldest: Math.min(...alike.map(one => readInstant(one.cause?.since) ?? now)),
    },
  ]
}

/** The cluster that most needs somebody: by state, then by time. */
export function loudest(snapshot: FleetSnapshot): ClusterView | undefined {
  const loud = snapshot.clusters.filter(needsSomebody)
  const since = ({ cause }: ClusterView): number => readInstant(cause?.since) ?? snapshot.now
  return loud.toSorted((a, b) => rankOf(a) - rankOf(b) || since(a) - since(b))[0]
}

function rankOf({ state }: ClusterView): number {
  return summaryOrder.indexOf(state)
}
