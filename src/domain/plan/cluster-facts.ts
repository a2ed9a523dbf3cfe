import type { ClusterFitoutStatus, MessageSource, ReadError } from '../api/schema/cluster-fitout-schema.ts'
import type { Fitout } from '../api/schema/fitout-schema.ts'
import type { UnreadPart } from '../proof/read/query.ts'
import type { ResourceSetVerdict } from '../resource-set/judge-resource-set.ts'
import type { Reason } from './reason.ts'

/** All that was read about one cluster, at one time. Deciding looks at nothing else. */
export interface ClusterFacts {
  /** Wall clock, milliseconds. */
  readonly now: number
  readonly cluster: ObservedCluster
  /** The Fitout that has the cluster; it is valid. */
  readonly fitout: Fitout
  readonly view: ViewFact
  readonly handOvers: HandOverFacts
  /** What was known last time; nothing of another cluster of the same name. */
  readonly previous: ClusterFitoutStatus | undefined
  /** By the name of the step. */
  readonly steps: ReadonlyMap<string, StepFacts>
  /** Why the gates that should have been opened just now are not open. */
  readonly gateHold?: Hold
  /** What a person wrote who wants everything to be looked at again. */
  readonly refresh?: string
  /** What lies behind the cause that the steps tell, if someone has looked. */
  readonly explained?: ExplainedCause
}

/** A deeper cause, and what to do about it. */
export interface ExplainedCause {
  /** The step and the reason that it explains: it is about nothing else. */
  readonly step: string | undefined
  readonly of: string
  readonly reason: string
  readonly message: string
  readonly actor: Actor
  readonly next: string | undefined
}

/** A Cluster, as far as decisions look at it. */
export interface ObservedCluster {
  readonly namespace: string
  readonly name: string
  readonly uid: string
  readonly labels: Readonly<Record<string, string>>
  /** The labels that Fitout has set, and nobody else since. */
  readonly ownLabels: ReadonlySet<string>
  readonly isPaused: boolean
  readonly isDeleting: boolean
  /** What keeps it from being gone once it is deleted. */
  readonly finalizers: readonly string[]
  /** Whether its API server has answered once. */
  readonly isInitialized: boolean
}

/** What was found out about the hand-overs to a cluster, of whatever step. */
export interface HandOverFacts {
  /** Those on the management cluster. */
  readonly written: readonly WrittenHandOver[]
  /** Whether another Cluster carries the address of this one, and would get the values. */
  readonly hasStrangers: boolean
}

/** A hand-over on the management cluster: its ClusterResourceSet, and the Secrets that this names. */
export interface WrittenHandOver {
  readonly name: string
  readonly uid: string | undefined
  readonly isDeleting: boolean
  readonly secrets: readonly string[]
}

/** What became of reading the workload cluster. */
export type ViewFact =
  | { readonly kind: 'read'; readonly identity: string; readonly kubernetesVersion: string }
  | {
      readonly kind: 'unread'
      readonly reason: Reason
      readonly message: string
      /** The Secret that could not be read, if it is that, and why it, or the cluster, could not be read. */
      readonly source?: MessageSource
      readonly readError?: ReadError
      /** When reading failed first, milliseconds. */
      readonly since: number
      /** In how many milliseconds it is worth another try. */
      readonly retryInMs?: number
      /** Where it was tried, `host:port`; undefined where the kubeconfig does not tell. */
      readonly address?: string
    }

/** What was found out about one step. */
export interface StepFacts {
  /** One for each ClusterResourceSet of the step. */
  readonly deliveries: readonly Delivery[]
  /** What keeps values from being handed over, or handed-over values from being there; none when all is well. */
  readonly handOver: readonly Hold[]
  /** That the cluster does not take all that is rendered for it. Before the gate opens this may have to be so. */
  readonly refusedRendering?: string
  /** What the step would bring and the cluster's version does not take. */
  readonly unsupported: string | undefined
  /** Undefined when it was not asked for. */
  readonly proof: StepProof | undefined
  /** Why part of it could not be read, although the cluster answers; undefined when all was. */
  readonly unread?: UnreadPart
  /** For how long nothing was heard of that part, in milliseconds. */
  readonly unheardMs?: number
}

/** Where a ClusterResourceSet stands on this cluster. */
export interface Delivery {
  readonly resourceSet: string
  /** The pack that it belongs to, if the step names that. */
  readonly pack?: string
  readonly isApplied: boolean
  readonly message: string
  /** Why nothing will come of it, whether the gate is open or not. */
  readonly hold?: Hold
  /** How it was judged; undefined for a set that is not there. */
  readonly verdict?: ResourceSetVerdict
}

/** Why a gate stays shut. Whoever acts on it looks at the fields: the message is for people only. */
export interface Hold {
  readonly reason: Reason
  readonly message: string
  /** What the message is about. */
  readonly source?: MessageSource
  /** Why that could not be read, if this is what is wrong. */
  readonly readError?: ReadError
  /** Who can end it. */
  readonly actor: Actor
}

export type Actor = 'Nobody' | 'Git' | 'Cloud' | 'Operator'

/** What the proof of a step says, of objects that were read together. */
export interface StepProof {
  readonly health: 'Current' | 'InProgress' | 'Failed' | 'Unknown'
  /** Whether it has been Current for as long as the step asks. */
  readonly isStable: boolean
  /** For how long it has not been Current, by the clock of this process; 0 while it is. */
  readonly brokenForMs: number
  readonly sentence: string
  /** Why it is Unknown, if something of it could not be read. */
  readonly readError?: ReadError
  readonly evidence: NonNullable<NonNullable<ClusterFitoutStatus['steps']>[number]['evidence']>
}

/** Whether a cluster is to be left alone: someone has paused it, or it goes. */
export function isLeftAlone({
  isPaused,
  isDeleting,
}: Pick<ObservedCluster, 'isPaused' | 'isDeleting'>): boolean {
  return isPaused || isDeleting
}

/** Whether a cluster was never read before: nothing says yet which one is meant. */
export function isFirstRead(previous: ClusterFacts['previous']): boolean {
  return previous?.cluster?.identity === undefined
}
