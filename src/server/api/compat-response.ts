import type { CompatRow } from '../../domain/compat/compat-matrix.ts'
import type { ClusterAnswerWord, CompatReason } from '../../domain/compat/judge-cluster.ts'
import type { CompatFinding } from '../../domain/compat/verdict.ts'
import type { Fresh } from './fleet-response.ts'

/** `GET /api/v1/compat?k8s=1.36`: without `k8s` each cluster is judged for the minor release that comes next for it. */
export interface CompatResponse extends Fresh {
  readonly target?: string
  /** The minor releases that may be asked for. */
  readonly targets: readonly string[]
  readonly totals: Readonly<Record<ClusterAnswerWord, number>>
  /** The minor releases of the matrix, from old to new. */
  readonly minors: readonly string[]
  readonly rows: readonly CompatRow[]
  /** What is against it, the most frequent first. */
  readonly causes: readonly CompatCauseRow[]
  readonly warnings: readonly CompatFinding[]
  /** `2026-11-10`. */
  readonly factsAsOf: string
}

/** One reason, and the clusters that have it. */
export interface CompatCauseRow extends CompatReason {
  readonly kind: 'now' | 'held' | 'unknown'
  /** `prod/blue`. */
  readonly clusters: readonly string[]
}
