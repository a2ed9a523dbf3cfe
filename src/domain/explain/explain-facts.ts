import type { ClusterFitoutStatus } from '../api/schema/cluster-fitout-schema.ts'
import type { Fitout } from '../api/schema/fitout-schema.ts'
import type { Fields } from '../object/fields.ts'
import type { StepFacts, ViewFact } from '../plan/cluster-facts.ts'
import type { QueryAnswer } from '../proof/read/query.ts'
import type { ResourceSetVerdict } from '../resource-set/judge-resource-set.ts'
import type { Instant } from './why.ts'

/** Something that was read, or is not there, or could not be read. Unread is not absent. */
export type Fact<T> =
  | { readonly kind: 'read'; readonly value: T }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unread'; readonly reason: string }

/** All that is known about one cluster. Explaining looks at nothing else, and needs none of it. */
export interface ExplainFacts {
  /** Wall clock, milliseconds. */
  readonly now: number
  readonly namespace: string
  readonly name: string
  /** The step that is asked about; undefined for the one in front. */
  readonly step: string | undefined
  /** The Cluster, as the management cluster has it. */
  readonly cluster: Fact<Fields>
  /** The Fitout that has the cluster. */
  readonly fitout: Fact<Fitout>
  /** The status of the ClusterFitout; absent if no Fitout has the cluster. */
  readonly status: Fact<ClusterFitoutStatus>
  /** What became of reading the workload cluster just now. */
  readonly view: Fact<ViewFact>
  readonly kubeconfig: Fact<KubeconfigFact>
  /** What was found out about steps, by name, where someone has asked. Newer than the status. */
  readonly steps: ReadonlyMap<string, StepFacts>
  /** By the name of the ClusterResourceSet. One that is not in here is unread. */
  readonly resourceSets: ReadonlyMap<string, Fact<ResourceSetVerdict>>
  /** The ClusterResourceSets of a pack, by its name. One that is not in here is unread. */
  readonly packs: ReadonlyMap<string, readonly string[]>
  /** By the name of a Secret that is handed over. */
  readonly secrets: ReadonlyMap<string, Fact<SecretFact>>
  /** Objects of both clusters, by the key of the query. */
  readonly answers: ReadonlyMap<string, QueryAnswer>
  /** How many other clusters, among those the reader may see, have a reason. */
  readonly others: ReadonlyMap<string, number>
}

/** A kubeconfig without anything that is secret. */
export interface KubeconfigFact {
  /** When the client certificate ends; undefined if there is none. */
  readonly expiresAt: Instant | undefined
}

/** A Secret: the names of its keys, and never a value. */
export interface SecretFact {
  readonly keys: readonly string[]
}

/** Nobody has read it. */
export const unread = { kind: 'unread', reason: 'Not read yet' } as const satisfies Fact<never>

/** The value of a fact that was read. */
export function valueOf<T>(fact: Fact<T> | undefined): T | undefined {
  return fact?.kind === 'read' ? fact.value : undefined
}
