import type { CauseReason } from '../../src/domain/explain/cause-reason.ts'
import type { KubeObject, ObjectRef } from '../kube/kube-object.ts'
import type { Place } from './place.ts'

/** Something that is wrong with a cluster, built on the real systems. */
export interface Situation {
  /** What is wrong, in a sentence; also the name of its golden file. */
  readonly name: string
  /** What must be reported. */
  readonly reason: CauseReason
  /** Where it begins: nothing is there yet, a cluster without add-ons (by default), or one on which all is ready. */
  readonly from?: 'nothing' | 'cluster' | 'ready'
  /** What is to be fitted out, if not the small plan. */
  readonly plan?: (place: Place) => Promise<Plan>
  /** Breaks it. A cluster that is not ready gets its Fitout right after this. */
  readonly break: (place: Place) => Promise<void>
  /** How it is fixed: by what `fitout why` says. Without it, the place is only cleared. */
  readonly fix?: Fix
  /** Whether the fault itself is still there, for who looks from outside. By default: whether something wanted is wrong. */
  readonly isBroken?: (place: Place) => Promise<boolean>
  /** Set where no ClusterFitout can tell it, since no Fitout has the cluster. */
  readonly isUntold?: true
  /** Puts back what clearing the place does not. */
  readonly after?: (place: Place) => Promise<void>
}

/** What a cluster is to be fitted out with. */
export interface Plan {
  /** What stands beside the Cluster: packs, their sets, Secrets. Namespaces are those of the place. */
  readonly objects: readonly KubeObject[]
  /** The steps of the Fitout. */
  readonly steps: readonly object[]
  /** What must be there and well on the workload cluster when all is done. */
  readonly wants: readonly ObjectRef[]
}

/** Does what one of the shown actions says; a text names the action that begins with it. */
export type Fix =
  /** Runs its command in a shell, as it stands. */
  | { readonly run: string }
  /** Merges its patch into the object that it is about. */
  | {
      readonly patch: string
      readonly into: (place: Place) => ObjectRef
      /** Where that object is, if not on the management cluster. */
      readonly on?: 'workload'
    }
  /** Does by hand what only its words say. */
  | { readonly advised: string; readonly by: (place: Place) => Promise<void> }
  /** Lets it end where nobody is asked to do anything, or only to look: this does not count as fixed. */
  | { readonly ends: string; readonly by: (place: Place) => Promise<void> }
