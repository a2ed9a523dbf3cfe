import { nearest } from '../text/nearest.ts'
import { type FleetCluster, type FleetSnapshot, idOf } from './fleet-snapshot.ts'

/** What a person means by `blue` or `prod/blue`. */
export type ClusterMatch =
  | { readonly kind: 'found'; readonly cluster: FleetCluster }
  /** `near` is what was most likely meant. */
  | { readonly kind: 'none'; readonly near: string | undefined }
  /** Several namespaces have one of this name. */
  | { readonly kind: 'several'; readonly ids: readonly string[] }

/** Finds the cluster that a person means: by namespace and name, or by a name that only one has. */
export function findCluster({ clusters }: Pick<FleetSnapshot, 'clusters'>, word: string): ClusterMatch {
  const found = clusters.filter(cluster =>
    word.includes('/') ? idOf(cluster) === word : cluster.name === word,
  )
  const [cluster] = found
  if (!cluster) return { kind: 'none', near: nearOf(clusters, word) }
  return found.length === 1 ? { kind: 'found', cluster } : { kind: 'several', ids: found.map(idOf) }
}

function nearOf(clusters: readonly FleetCluster[], word: string): string | undefined {
  if (word.includes('/')) return nearest(word, clusters.map(idOf))
  const near = nearest(
    word,
    clusters.map(({ name }) => name),
  )
  const cluster = clusters.find(({ name }) => name === near)
  return cluster && idOf(cluster)
}
