import type { ClusterState } from '../../api/schema/cluster-fitout-schema.ts'
import type { Actor } from '../../plan/cluster-facts.ts'
import type { VersionRange } from '../../versions/parse-range.ts'

/** Chooses clusters: those for which all terms hold. Without terms, all of them. */
export type FleetQuery = readonly Term[]

/** One word of a query. A negated one holds where it would not. */
export type Term = QueryCondition & { readonly isNegated: boolean }

/** What a cluster is asked. */
export type QueryCondition =
  | { readonly key: 'word'; readonly text: string }
  | { readonly key: 'is'; readonly state: ClusterState }
  | { readonly key: 'step'; readonly name: string }
  | { readonly key: 'cause'; readonly reason: string }
  | { readonly key: 'fitout'; readonly name: string }
  | { readonly key: 'k8s'; readonly range: VersionRange }
  | { readonly key: 'for'; readonly sign: Sign; readonly milliseconds: number }
  | { readonly key: 'actor'; readonly actor: Actor }
  | { readonly key: 'label'; readonly name: string; readonly value: string }

/** How a duration is compared. */
export type Sign = '<' | '<=' | '>' | '>='

/** The keys that a query may have, in the order in which errors name them. */
export const QUERY_KEYS = ['is', 'step', 'cause', 'fitout', 'k8s', 'for', 'actor'] as const
export type QueryKey = (typeof QUERY_KEYS)[number]
