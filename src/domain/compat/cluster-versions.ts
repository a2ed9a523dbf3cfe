import type { ComponentVersion } from './verdict.ts'

/** A cluster, and what is known of the versions on it. */
export interface ClusterVersions {
  readonly namespace: string
  readonly name: string
  /** As its API server says it, or as it is planned; undefined if nobody knows. */
  readonly kubernetes: string | undefined
  readonly platform?: 'eks' | 'other'
  /** Sorted by name. */
  readonly components: readonly FoundVersion[]
}

/** A component on a cluster, and what says so. */
export interface FoundVersion extends ComponentVersion {
  /** Such as `infrastructure/sources/karpenter.yaml:19`, sorted. */
  readonly places: readonly string[]
}
