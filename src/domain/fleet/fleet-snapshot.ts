import { qualifiedName } from '../object/qualified-name.ts'
import type { ComponentVersion } from '../compat/verdict.ts'
import type { API_VERSION } from '../api/api-names.ts'
import type { ClusterState } from '../api/schema/cluster-fitout-schema.ts'
import type { StepStatus } from '../plan/step-status.ts'
import type { Cause } from '../plan/sum-up.ts'

/** A fleet at one moment, without secrets: what `fitout snapshot` writes. docs/reference/snapshot.md lists the fields. */
export interface FleetSnapshot {
  readonly apiVersion: typeof API_VERSION
  readonly kind: 'FleetSnapshot'
  /** When it was made. */
  readonly asOf: string
  /** When the controller was last seen at work; none if nobody could tell. */
  readonly controllerSeenAt?: string
  /** The shards that Clusters name, as far as someone could look for their controllers; absent if there are none. */
  readonly shards?: readonly FleetShard[]
  /** The version of the Cluster API that manages the clusters, if someone could look. */
  readonly clusterApiVersion?: string
  /** By namespace and name. */
  readonly fitouts: readonly FleetPlan[]
  /** Those that a Fitout has, by namespace and name. */
  readonly clusters: readonly FleetCluster[]
  /** How many clusters no Fitout selects. */
  readonly unselected: number
}

/** A shard of a fleet: a value of the label `sharding.fitout.dev/key`. */
export interface FleetShard {
  readonly key: string
  /** When a controller of it was last seen at work; none if it has no Lease. */
  readonly controllerSeenAt?: string
}

/** A Fitout of a fleet, as far as its clusters are shown with it. */
export interface FleetPlan {
  readonly namespace: string
  readonly name: string
  readonly steps: readonly FleetStep[]
}

/** A step of a Fitout. Snapshots of earlier versions have the first two fields alone. */
export interface FleetStep {
  readonly name: string
  readonly timeout: string
  readonly dependsOn?: readonly string[]
  /** The label that its gate puts on a Cluster; none without a gate. */
  readonly gate?: { readonly label: string; readonly value: string }
  /** What it brings, as far as the Fitout says it or its packs do. */
  readonly components?: readonly ComponentVersion[]
}

/** A cluster of a fleet. What its steps and its cause say is what the status of its ClusterFitout says. */
export interface FleetCluster {
  readonly namespace: string
  readonly name: string
  /** Of the Cluster. */
  readonly labels: Readonly<Record<string, string>>
  /** The Fitout that has it, in the same namespace. */
  readonly fitout: string
  /** What its API server gave, or what is planned. */
  readonly kubernetesVersion?: string
  readonly state: ClusterState
  /** The step that it is at; none once all are ready. */
  readonly step?: string
  /** Since when it is in this state. */
  readonly since?: string
  /** When Fitout began with it. */
  readonly startedAt?: string
  /** In the order of the Fitout; evidence only of those that are not Ready. */
  readonly steps: readonly StepStatus[]
  readonly cause?: Cause
}

/** A cluster as people call it: `prod/blue`. */
export function idOf({ namespace, name }: Pick<FleetCluster, 'namespace' | 'name'>): string {
  return qualifiedName({ namespace, name })
}
