import type { AddOn } from '../../domain/repository/add-on-schema.ts'
import type { RepositoryFile } from '../../domain/repository/repository-schema.ts'
import { type ClusterPlace, clusterFolder, type FolderListing, PACKS_FOLDER, WORKLOADS } from '../places.ts'
import { isPacked } from './add-on-step.ts'

/** The lines by which the files of an add-on are found. */
export function addOnListings(
  addOn: AddOn,
  {
    repository,
    clusters,
  }: { readonly repository: RepositoryFile; readonly clusters: readonly ClusterPlace[] },
): readonly FolderListing[] {
  const { pattern, layout } = repository
  if (isPacked(addOn, repository)) return [{ file: `${PACKS_FOLDER}/kustomization.yaml`, item: addOn.name }]
  if (!addOn.releases) return []
  if (pattern === 'crs') {
    const folder = layout === 'helm' ? WORKLOADS : `${WORKLOADS}/base`
    return [
      { file: 'infrastructure/sources/kustomization.yaml', item: `${addOn.name}.yaml` },
      { file: `${folder}/kustomization.yaml`, item: addOn.name },
    ]
  }
  if (pattern !== 'flux-operator') return []
  return clusters.map(cluster => ({
    file: `${clusterFolder(repository, cluster)}/kustomization.yaml`,
    item: `${addOn.name}.yaml`,
  }))
}

/** Where the step of an add-on goes among those that a plan has: networks, then Flux, then what Flux installs. */
export function stepIndex(
  addOn: AddOn,
  steps: readonly string[],
  known: (name: string) => AddOn | undefined,
): number {
  const rank = rankOf(addOn)
  const last = steps.findLastIndex(name => {
    const other = known(name)
    return name === 'api' || name === 'coredns' || (other !== undefined && rankOf(other) <= rank)
  })
  const isLast = rank === 3
  return isLast ? steps.length : last + 1
}

function rankOf({ manifests }: AddOn): number {
  if (!manifests) return 3
  return manifests.isFlux === true ? 2 : 1
}
