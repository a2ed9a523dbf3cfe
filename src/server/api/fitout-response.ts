import type { FitoutStep } from '../../domain/api/schema/fitout-schema.ts'
import type { StateCount } from '../../domain/fleet/sum-fleet.ts'
import type { ApiProblem } from '../../domain/validation/api-problem.ts'
import type { Fresh } from './fleet-response.ts'

/** `GET /api/v1/fitouts`: by namespace and name. */
export interface FitoutListResponse extends Fresh {
  readonly fitouts: readonly FitoutSummary[]
}

/** A Fitout in a list. */
export interface FitoutSummary {
  readonly namespace: string
  readonly name: string
  readonly generation?: number
  readonly steps: readonly string[]
  readonly clusters: number
  readonly states: readonly StateCount[]
  readonly isSuspended: boolean
  /** How many problems its spec has. */
  readonly problems: number
}

/** `GET /api/v1/fitouts/{namespace}/{name}`. */
export interface FitoutResponse extends Fresh {
  readonly summary: FitoutSummary
  /** `fitout.dev/profile=eks`. */
  readonly selector: string
  readonly steps: readonly FitoutStepRow[]
  /** `prod/blue`, by name. */
  readonly clusters: readonly string[]
  /** Fitouts of the same name in other namespaces, and the steps in which they differ; none if they are the same. */
  readonly sameName: readonly FitoutDifference[]
  /** As `fitout lint` says them. */
  readonly problems: readonly FitoutProblem[]
  /** The labels that Clusters of its namespace have, if it selects none: `env=prod`. */
  readonly labelsThere?: readonly string[]
  /** Its spec as YAML. */
  readonly yaml: string
}

/** One step of a Fitout, and how it went on its clusters. */
export interface FitoutStepRow {
  readonly name: string
  readonly dependsOn: readonly string[]
  readonly gate?: { readonly label: string; readonly value: string }
  readonly packs: readonly string[]
  readonly resourceSets: readonly string[]
  /** The preset of the proof, and what it asks for, in words: `preset flux`, `2 objects`. */
  readonly proof: string
  readonly handOver: readonly string[]
  /** In seconds. */
  readonly timeout: number
  /** Over the clusters on which it was ready, in seconds: absent with fewer than `RUNS_FOR_P95`. */
  readonly median?: number
  readonly p95?: number
  readonly runs: number
  /** On how many clusters somebody has to do something about it. */
  readonly needsAttention: number
  /** As it was written, with its defaults. */
  readonly spec: FitoutStep
}

/** How a Fitout of the same name differs. */
export interface FitoutDifference {
  readonly namespace: string
  readonly steps: readonly string[]
}

/** Something that is wrong with a Fitout. */
export interface FitoutProblem {
  readonly code: ApiProblem['code']
  /** `spec.steps[2].gate.label`; empty if it is about all of it. */
  readonly field: string
  readonly message: string
}
