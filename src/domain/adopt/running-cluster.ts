import type { Fields } from '../object/fields.ts'
import type { ReleaseRecord } from './release-record.ts'
import type { ToolClaim } from './adopt-tool.ts'

/** Where Helm keeps a release. */
interface ReleaseStorage {
  readonly kind: 'Secret' | 'ConfigMap'
  readonly namespace: string
}

/** A release of Helm as it was found on a cluster: its newest revision, and how many there are. */
export interface StoredRelease {
  readonly name: string
  readonly storage: ReleaseStorage
  readonly revision: number
  readonly status: string
  /** How many revisions are kept. */
  readonly history: number
  /** Who wrote the newest revision, and who wrote others. */
  readonly by: ToolClaim
  readonly before: readonly ToolClaim[]
  /** The revision itself, or why it could not be read. */
  readonly record: ReleaseRecord | { readonly unread: string }
}

/** An object that the plan names, as the cluster has it. */
export type LiveObject =
  | { readonly kind: 'found'; readonly object: Fields }
  | { readonly kind: 'absent' }
  /** The server does not serve this version of the kind: the versions that it does serve. */
  | { readonly kind: 'not-served'; readonly served: readonly string[] }
  | { readonly kind: 'unread'; readonly because: string }

/** What another tool says that it manages on a cluster; found beside the Cluster, or on it. */
export interface OtherManager {
  readonly tool: 'caaph' | 'sveltos' | 'eks-add-on' | 'flux-helm' | 'flux-kustomize'
  /** The object that says it, as `HelmReleaseProxy prod/nginx-blue`. */
  readonly object: string
  /** The object that a change in Git would suspend, if it is another one. */
  readonly owner: { readonly kind: string; readonly namespace: string; readonly name: string } | undefined
  /** The release that it manages; undefined for an add-on that is no release. */
  readonly release: { readonly name: string; readonly namespace: string } | undefined
  /** What it installs. */
  readonly title: string
  readonly isSuspended: boolean
  /** The object itself, if it is on the workload cluster. */
  readonly live?: Fields
}

/** A controller of Flux that runs on the cluster. */
export interface FluxController {
  readonly namespace: string
  readonly name: string
  /** Of Flux, by its labels; empty if they do not say it. */
  readonly version: string
  readonly by: ToolClaim
}

/** Values that a HelmRelease takes from a Secret or ConfigMap: its decoded data, or why nobody knows it. */
export type ValuesSource =
  | { readonly kind: 'known'; readonly data: Readonly<Record<string, string | Uint8Array>> }
  | { readonly kind: 'unknown'; readonly because: string }

/** All that was read of one cluster. */
export interface RunningCluster {
  /** The Cluster on the management cluster; undefined if there is none. */
  readonly cluster: Fields | undefined
  readonly kubernetes: string | undefined
  readonly releases: readonly StoredRelease[]
  readonly controllers: readonly FluxController[]
  /** HelmReleases and Kustomizations of Flux, and FluxInstances. */
  readonly flux: readonly Fields[]
  readonly others: readonly OtherManager[]
  /** By what tells objects apart. */
  readonly live: ReadonlyMap<string, LiveObject>
  /** By `Kind namespace/name`. */
  readonly values: ReadonlyMap<string, ValuesSource>
  /** The ClusterResourceSets that Cluster API has applied to the cluster before. */
  readonly appliedSets: ReadonlySet<string>
  /** What could not be read, and so is not in this report. */
  readonly unread: readonly string[]
}
