import type { Health } from '../health/health.ts'
import type { Actor } from '../plan/cluster-facts.ts'
import type { StepStatus } from '../plan/step-status.ts'
import type { Side } from '../proof/read/query.ts'
import type { CauseReason } from './cause-reason.ts'

/** A moment as Kubernetes writes it: `2026-11-16T12:00:00Z`. */
export type Instant = string

/** Why a step is not ready: one cause, what proves it, and what to do. */
export interface Why {
  /** One, present tense, names the thing, at most 140 characters, no full stop, does not tick. */
  readonly sentence: string
  readonly reason: CauseReason
  readonly state: StepStatus['state']
  /** Empty if the cluster has no step. */
  readonly step: string
  readonly since: Instant
  readonly timeoutAt: Instant | undefined
  /** Who can end this. */
  readonly actor: Actor
  /** From what one sees to why. */
  readonly evidence: readonly EvidenceLine[]
  /** What was checked and is OK. */
  readonly ruledOut: readonly string[]
  readonly next: readonly NextAction[]
  /** Other clusters with this reason, among those the reader may see. */
  readonly sameCause: number
  readonly readAt: Instant
}

/** One line that proves something. */
export interface EvidenceLine {
  /** The cluster that it was read from. */
  readonly cluster: Side
  readonly object: EvidenceObject
  /** Undefined for what is not judged. */
  readonly health: Health | undefined
  readonly line: string
}

/** The object that a line is about. */
interface EvidenceObject {
  readonly apiVersion: string
  readonly kind: string
  readonly namespace?: string
  readonly name: string
}

/** Something to do: whole commands with real names, nothing to fill in. */
export interface NextAction {
  readonly text: string
  /** One line for a shell. */
  readonly command?: string
  /** Lines for a file that is committed. */
  readonly patch?: string
  /** A page that tells more. */
  readonly docs?: string
}
