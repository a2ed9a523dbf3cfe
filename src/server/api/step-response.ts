import type { Instant } from '../../domain/explain/why.ts'
import type { Health } from '../../domain/health/health.ts'
import type { StepStatus } from '../../domain/plan/step-status.ts'
import type { Fresh } from './fleet-response.ts'
import type { ObjectRow } from './object-list-response.ts'
import type { TimelineStep } from './cluster-response.ts'

/**
 * `GET /api/v1/clusters/{namespace}/{name}/steps/{step}`: the promise of a step and how far it is. Gate, proofs and times are
 * of the followed objects; hand-over and delivery are read now, with the rights of the user.
 */
export interface StepResponse extends Fresh {
  /** `prod/blue`. */
  readonly cluster: string
  readonly fitout: string
  readonly status: StepStatus
  /** From 1, and of how many. */
  readonly position: number
  readonly of: number
  /** The steps that it depends on. */
  readonly needs: readonly NeededStep[]
  /** The steps that wait for it. */
  readonly holdsUp: readonly string[]
  readonly gate?: StepGate
  readonly timeline: TimelineStep
  readonly proofs: readonly StepProofRow[]
  readonly handOver: readonly HandOverKeyRow[]
  /** From Git to the cluster; it stops at the first that is not `done`. */
  readonly delivery: readonly DeliveryStage[]
  readonly objects: readonly ObjectRow[]
  /** What could not be read, and why: `You are not allowed to get secrets`. */
  readonly unread: readonly string[]
}

/** A step that another one depends on. */
export interface NeededStep {
  readonly name: string
  readonly state: StepStatus['state']
}

/** The label that opens a step. */
export interface StepGate {
  readonly label: string
  readonly value: string
  readonly isOpen: boolean
  readonly openedAt?: Instant
  readonly openedBy?: 'Fitout' | 'External'
}

/** One requirement of a proof. */
export interface StepProofRow {
  readonly cluster: 'Management' | 'Workload'
  /** `Deployment karpenter/karpenter`. */
  readonly object: string
  readonly kind: string
  readonly namespace?: string
  readonly name: string
  /** `Current`, or the expressions that must hold. */
  readonly expected: string
  /** What was read; absent while nobody has asked. */
  readonly health?: Health
  readonly message?: string
}

/** One key that a step copies from a Secret of the management cluster. The value is never shown. */
export interface HandOverKeyRow {
  /** The Secret that it is read from. */
  readonly secret: string
  readonly key: string
  readonly verdict: 'present' | 'missing' | 'default' | 'not read'
  /** The format that the value must have: `arn`, `url`. */
  readonly format?: string
}

/** One stage of a delivery. */
export interface DeliveryStage {
  readonly stage: 'pack' | 'handOver' | 'gate' | 'resourceSet' | 'binding' | 'workload'
  /** `ClusterResourceSet karpenter-installer`. */
  readonly title: string
  readonly state: 'done' | 'stopped' | 'pending' | 'unread'
  /** What is so, or what differs. */
  readonly message?: string
}
