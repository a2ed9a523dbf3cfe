import type { CompatReason } from '../../domain/compat/judge-cluster.ts'
import type { Instant, Why } from '../../domain/explain/why.ts'
import type { FleetCluster, FleetPlan } from '../../domain/fleet/fleet-snapshot.ts'
import type { StepStatus } from '../../domain/plan/step-status.ts'
import type { ChangeSummary } from './change-response.ts'
import type { Fresh } from './fleet-response.ts'

/** `GET /api/v1/clusters/{namespace}/{name}`: what the followed objects say; it reads nothing, so it is there at once. */
export interface ClusterResponse extends Fresh {
  readonly cluster: FleetCluster
  /** `prod/blue is Held at step 5 of 7, karpenter, for 12m04s`, as of `asOf`. */
  readonly standing: string
  /** The Fitout that has it, with the order, gates and timeouts of its steps; absent if it cannot be read. */
  readonly plan?: FleetPlan
  readonly facts: ClusterInfo
  /** A line for each step, in their order. */
  readonly timeline: readonly TimelineStep[]
  /** How long it took until all steps were ready, in seconds; absent until they were. */
  readonly took?: number
  /** The median of that over the clusters of the same Fitout, and of how many. */
  readonly fleetTook?: { readonly median: number; readonly count: number }
  /** How many other clusters that the user may see have the same cause. */
  readonly sameCause: number
  readonly compat: ClusterCompat
  readonly changes: readonly ChangeSummary[]
}

/** What there is to know of a cluster beside its steps. */
export interface ClusterInfo {
  /** The name of its ClusterClass. */
  readonly clusterClass?: string
  readonly kubernetesVersion?: string
  /** The components that its Fitout brings, each with its version. */
  readonly components: readonly { readonly component: string; readonly version: string }[]
  readonly createdAt?: Instant
  readonly isPaused: boolean
  readonly isDeleting: boolean
  /** Since when its API server, or the objects of a step, cannot be read. */
  readonly unreadSince?: Instant
  /** The gates on the Cluster: label, and whether it is set. */
  readonly gates: readonly { readonly label: string; readonly isOpen: boolean }[]
}

/** What is known of the time of one step. Where nothing is known there is no span: histories are not made up. */
export interface TimelineStep {
  readonly step: string
  readonly state: StepStatus['state']
  readonly spans: readonly TimelineSpan[]
  /** In seconds. */
  readonly timeout?: number
  /** The median time of this step over the clusters of the same Fitout, in seconds. */
  readonly median?: number
  /** `waits for karpenter`, for a step that has not begun. */
  readonly waitsFor?: readonly string[]
}

/** A time in one state. `FittingOut` is the time between gate and proof where its parts are not known. */
export interface TimelineSpan {
  readonly state: StepStatus['state'] | 'FittingOut'
  readonly start: Instant
  /** Absent while it goes on. */
  readonly end?: Instant
}

/** Whether the cluster can go to the next Kubernetes. */
export interface ClusterCompat {
  readonly target?: string
  readonly answer: 'held' | 'unknown' | 'fits' | 'there'
  /** What is not supported with the Kubernetes that it has now. */
  readonly now: readonly CompatReason[]
  readonly holds: readonly CompatReason[]
  readonly unknown: readonly CompatReason[]
}

/**
 * `GET /api/v1/clusters/{namespace}/{name}/why?step=`: read from the clusters now, with the rights of the user; takes up to
 * some seconds. `why` is absent for a cluster, or a step, that is Ready: `standing` says since when.
 */
export interface WhyResponse extends Fresh {
  readonly standing: string
  readonly why?: Why
}
