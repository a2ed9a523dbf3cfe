import { listFirst } from '../text/list-first.ts'
import type { ClusterState } from '../api/schema/cluster-fitout-schema.ts'
import type { Fitout } from '../api/schema/fitout-schema.ts'
import { instantOf } from './step-status.ts'
import type { StatusCondition } from './sum-up.ts'

export type FitoutStatus = NonNullable<Fitout['status']>
type Counts = NonNullable<FitoutStatus['clusters']>

/** What there is to say about a Fitout. */
export interface FitoutFacts {
  readonly now: number
  readonly generation: number
  readonly previous: FitoutStatus | undefined
  /** What is wrong with it; undefined when it can be used. */
  readonly problem: string | undefined
  /** The states of the clusters that it has. */
  readonly states: readonly (ClusterState | undefined)[]
  /** Clusters that it selects and an older Fitout has. */
  readonly taken: readonly string[]
}

const fields: Readonly<Record<ClusterState, Exclude<keyof Counts, 'total'>>> = {
  Ready: 'ready',
  FittingOut: 'fittingOut',
  Held: 'held',
  Stuck: 'stuck',
  Failed: 'failed',
  Unknown: 'unknown',
  Paused: 'paused',
  Deleting: 'deleting',
}

/** Sums up a Fitout: how many of its clusters are how far, and what is wrong with itself. */
export function fitoutStatus(facts: FitoutFacts): FitoutStatus {
  const clusters = countStates(facts.states)
  return {
    observedGeneration: facts.generation,
    clusters,
    conditions: wordsOn(facts, clusters).map(said => {
      const before = facts.previous?.conditions?.find(({ type }) => type === said.type)
      const isSame = before?.status === said.status
      const lastTransitionTime = isSame ? before.lastTransitionTime : instantOf(facts.now)
      return { ...said, lastTransitionTime, observedGeneration: facts.generation }
    }),
  }
}

function countStates(states: FitoutFacts['states']): Counts {
  const none = { ready: 0, fittingOut: 0, held: 0, stuck: 0, failed: 0, unknown: 0, paused: 0, deleting: 0 }
  const counts = { total: states.length, ...none }
  // One about which nothing was said yet has just begun.
  for (const state of states) counts[fields[state ?? 'FittingOut']]++
  return counts
}

type Said = Omit<StatusCondition, 'lastTransitionTime' | 'observedGeneration'>

function wordsOn({ problem, taken }: FitoutFacts, { total, ready, fittingOut }: Counts): readonly Said[] {
  if (problem !== undefined) return stalled('FitoutInvalid', problem)
  if (taken.length > 0) return stalled('FitoutConflict', `Older Fitouts already select ${listed(taken)}`)
  if (total === 0) return [said('True', 'NoClusters', 'No cluster is selected')]
  if (ready === total)
    return [said('True', 'Ready', total === 1 ? '1 cluster is ready' : `All ${total} clusters are ready`)]
  const message = `${ready} of ${total} clusters are ready`
  const first = said('False', 'ClustersNotReady', message)
  return fittingOut > 0 ? [first, { ...first, type: 'Reconciling', status: 'True' }] : [first]
}

function stalled(reason: string, message: string): readonly Said[] {
  const ready = said('False', reason, message)
  return [ready, { ...ready, type: 'Stalled', status: 'True' }]
}

function said(status: StatusCondition['status'], reason: string, message: string): Said {
  return { type: 'Ready', status, reason, message }
}

function listed(names: readonly string[]): string {
  const sorted = names.toSorted().map(name => `"${name}"`)
  return `${sorted.length === 1 ? 'cluster' : 'clusters'} ${listFirst(sorted)}`
}
