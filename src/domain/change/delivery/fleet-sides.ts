import type { Fields } from '../../object/fields.ts'
import type { FleetCluster, FleetSnapshot } from '../../fleet/fleet-snapshot.ts'
import { idOf } from '../../fleet/fleet-snapshot.ts'
import type { Labels } from '../../labels/selector.ts'
import type { Fitout } from '../../api/schema/fitout-schema.ts'
import type { BytesOf } from '../../kustomize/generators.ts'
import { Renderer } from '../../kustomize/renderer.ts'
import type { NotRendered } from '../../kustomize/rendered.ts'
import type { LintRepository } from '../../lint/model/lint-repository.ts'
import type { GitObject, ServerTarget } from './delivery.ts'

/** A repository at one commit, and how its folders are rendered. */
export interface RepositorySide {
  readonly repository: LintRepository
  readonly renderer: Renderer
}

/** Makes a side of a repository. `bytesOf` gives the files that hold no manifests. */
export function repositorySide(repository: LintRepository, bytesOf: BytesOf): RepositorySide {
  return { repository, renderer: new Renderer(repository, bytesOf) }
}

/** A Cluster as one side has it. */
export interface ClusterOnSide {
  readonly id: string
  readonly namespace: string
  readonly name: string
  /** Its labels, gates that are open included. */
  readonly labels: Labels
  /** Whether Git has it; otherwise the snapshot alone does. */
  readonly isInGit: boolean
  readonly kubernetes: string | undefined
  readonly fitout: Fitout | undefined
  readonly openGates: readonly string[]
  readonly content: Fields
}

/** All that one side puts on all API servers. */
export interface FleetSide {
  readonly targets: ReadonlyMap<string, ServerTarget>
  readonly clusters: ReadonlyMap<string, ClusterOnSide>
  /** The targets that hold Clusters, ClusterResourceSets or Fitouts. */
  readonly management: ReadonlySet<string>
  readonly notFollowed: readonly NotRendered[]
  readonly hasFolder: (folder: string) => boolean
  /** Which cluster an object of a management cluster is for. */
  readonly isForCluster: (object: GitObject) => string | undefined
}

/** What is known of the fleet itself. */
export interface SnapshotClusters {
  readonly clusters: ReadonlyMap<string, FleetCluster>
}

/** The clusters of a snapshot by their names. */
export function snapshotClusters(snapshot: FleetSnapshot | undefined): SnapshotClusters {
  return { clusters: new Map((snapshot?.clusters ?? []).map(cluster => [idOf(cluster), cluster])) }
}
