import { type FleetCluster, type FleetSnapshot } from '../../domain/fleet/fleet-snapshot.ts'
import { findCluster } from '../../domain/fleet/find-cluster.ts'
import { chooseClusters } from '../../domain/fleet/query/matches-query.ts'
import { parseQuery } from '../../domain/fleet/query/parse-query.ts'
import { QueryError } from '../../domain/fleet/query/query-error.ts'
import type { FleetQuery } from '../../domain/fleet/query/query.ts'
import {
  byUrgency,
  type CauseCount,
  countCauses,
  countStates,
  type StateCount,
} from '../../domain/fleet/sum-fleet.ts'
import { demandCluster } from '../fleet/named-clusters.ts'
import { Refusal } from '../command/refusal.ts'

/** What is asked about a fleet. */
export interface StatusRequest {
  /** As the person typed it; undefined for no query. */
  readonly query: { readonly text: string; readonly terms: FleetQuery } | undefined
  /** Clusters that were named; none for all. */
  readonly names: readonly string[]
}

/** What is answered. */
export interface StatusView {
  readonly fleet: FleetSnapshot
  readonly question: StatusRequest
  /** The clusters that were asked about, first what needs attention. */
  readonly clusters: readonly FleetCluster[]
  readonly states: readonly StateCount[]
  readonly causes: readonly CauseCount[]
}

/** Reads a query, or refuses with what is wrong with it. */
export function readQuery(text: string | undefined): StatusRequest['query'] {
  if (text === undefined) return undefined
  try {
    return { text, terms: parseQuery(text) }
  } catch (error) {
    if (error instanceof QueryError)
      throw new Refusal(error.message, { exitCode: 2, hint: 'fitout status --help' })
    throw error
  }
}

/** Refuses a question about a cluster that there is not. */
export function checkNames(fleet: FleetSnapshot, { names }: StatusRequest): void {
  for (const name of names) demandCluster(fleet, name, 'status')
}

/** Answers a question about a fleet. A cluster that was named and is gone is left out. */
export function viewStatus(fleet: FleetSnapshot, question: StatusRequest): StatusView {
  const { names, query } = question
  const found = names.map(name => findCluster(fleet, name))
  const named = found.flatMap(finding => (finding.kind === 'found' ? [finding.cluster] : []))
  const of = names.length === 0 ? fleet : { ...fleet, clusters: named }
  const clusters = byUrgency(chooseClusters(query?.terms ?? [], of))
  return { fleet, question, clusters, states: countStates(clusters), causes: countCauses(clusters) }
}

/** The clusters to list: Ready ones only if clusters are named. */
export function listedClusters({ clusters, question }: StatusView): readonly FleetCluster[] {
  return isForAll(question) ? clusters.filter(({ state }) => state !== 'Ready') : clusters
}

/** Whether no clusters are named. */
export function isForAll({ query, names }: StatusRequest): boolean {
  return query === undefined && names.length === 0
}
