import type { KubeApi } from '../../kube/kube-api.ts'
import type { ObjectRef } from '../../kube/kube-object.ts'
import type { Base } from '../base.ts'

/** Where the thing that is broken lives. */
export type Side = 'management' | 'workload' | 'git' | 'chart'

/** The clusters that a mutation may change, and where the Cluster is. */
export interface World {
  readonly management: KubeApi
  readonly workload: KubeApi
  readonly namespace: string
  readonly https: { readonly port: number; readonly ca: string }
}

/** What was mutated: this is all that the judge goes by. */
export interface Mutated {
  readonly side: Side
  readonly object: ObjectRef
  /** Its field, as a path. None if it is the object itself: it was removed or added. */
  readonly field?: readonly string[]
  /** Words that only who has found it can say, beside the field and its values. */
  readonly words?: readonly string[]
}

/** One thing that is broken in one base. */
export interface Mutation {
  /** What is done, in words: `Deployment web: drop spec.selector`. */
  readonly name: string
  /** The kind of change: `drop`, `quota`. */
  readonly operator: string
  readonly mutated: Mutated
  /** Changes what is to be delivered. */
  readonly change?: (base: Base) => Base
  /** Changes the clusters before anything is delivered. */
  readonly before?: (world: World) => Promise<void>
  /** Changes the clusters when the step is ready. */
  readonly after?: (world: World) => Promise<void>
  /** Puts back what does not go with the namespace of the base. */
  readonly undo?: (world: World) => Promise<void>
}

/** All mutations of a kind that fit a base. */
export type MutationSource = (base: Base) => readonly Mutation[]
