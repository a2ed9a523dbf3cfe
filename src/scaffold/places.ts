import type { RepositoryPattern, RepositoryFile } from '../domain/repository/repository-schema.ts'

/** A cluster, as far as its place in the repository is concerned. */
export interface ClusterPlace {
  readonly name: string
  readonly environment: string
}

/** A line that a kustomization.yaml of the repository must have. */
export interface FolderListing {
  readonly file: string
  readonly item: string
}

/** Where the Clusters of the management cluster are, one folder an environment. */
export const CAPI = 'infrastructure/control-plane-cluster/capi'
/** Where ClusterClasses are. */
export const CLASSES = 'infrastructure/control-plane-cluster/classes'
/** Where the Fitouts are. */
export const PLANS = 'infrastructure/control-plane-cluster/fitout'
/** What `fitout simulate` takes in the place of values that only a cloud knows. */
export const SIMULATE_VALUES = 'simulate-values.yaml'
/** Where packs are. */
export const PACKS_FOLDER = 'infrastructure/packs'
/** Where the add-ons are that Flux installs. */
export const WORKLOADS = 'infrastructure/workload-clusters'
/** Where add-ons of the pattern flux-cli are, one file for each cluster and add-on. */
export const FLUX_COMMON = 'clusters/flux-common'
/** Where bases and overlays of add-ons are, in the layout kustomize of the patterns that have one folder a cluster. */
export const SYSTEMS = 'systems'

const managementClusters: Readonly<Record<RepositoryPattern, string>> = {
  crs: 'tmp-mgmt',
  'flux-cli': 'mgmt',
  'flux-cli-kas': 'mgmt',
  'flux-operator': 'hub',
  terraform: 'mgmt',
}

/** The folder below clusters/ of the management cluster. */
export function managementOf({ managementCluster, pattern }: RepositoryFile): string {
  return managementCluster ?? managementClusters[pattern]
}

/** The namespace of an environment's Clusters. */
export function environmentNamespace({ environments }: RepositoryFile, environment: string): string {
  return environments[environment]?.namespace ?? environment
}

/** Whether folders of clusters are sorted by environment. Otherwise a name is given once in the whole repository. */
export function hasEnvironmentFolders({ pattern }: RepositoryFile): boolean {
  return pattern === 'crs' || pattern === 'flux-operator'
}

/** What Flux syncs for a cluster. */
export function clusterFolder(repository: RepositoryFile, { name, environment }: ClusterPlace): string {
  return hasEnvironmentFolders(repository) ? `clusters/${environment}/${name}` : `clusters/${name}`
}

/** Where the Cluster itself is. */
export function capiFolder({ name, environment }: ClusterPlace): string {
  return `${CAPI}/${environment}/${name}`
}

/** Where the Cluster itself is written. */
export function clusterPathOf(place: ClusterPlace): string {
  return `${capiFolder(place)}/cluster.yaml`
}

/** Whether `fitout simulate` knows all that brings add-ons: with the other patterns, Flux and what it installs come from elsewhere. */
export function isSimulated(pattern: RepositoryPattern): boolean {
  return pattern === 'crs'
}

/** Whether a job of CI applies to a cluster what is for it. */
export function isAppliedByCi(pattern: RepositoryPattern): boolean {
  return pattern === 'flux-cli'
}
