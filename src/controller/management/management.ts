import type { ClusterIdentity } from '../../domain/hand-over/cluster-identity.ts'
import type { AddressableCluster } from '../../domain/hand-over/wrap/addressees.ts'
import { addresseeOf } from '../../domain/hand-over/wrap/hand-over-name.ts'
import type { Owners } from './owner-of.ts'
import { selectable } from './read-cluster.ts'
import type { World } from '../world/world.ts'
import { type FollowedKind, followScope, type FollowedScope } from './follow-scope.ts'
import { indexOwners } from './owner-index.ts'
import { type FollowedObjects, unionOf } from './union-of.ts'

/** What is known of the management cluster, kept up to date. */
export type Management = Readonly<Record<FollowedKind, FollowedObjects>> & {
  /** What is read and becomes known as a whole: all namespaces at once, or each of those that are named. */
  readonly scopes: readonly FollowedScope[]
  /** Whether all that may be read was read at least once. */
  readonly isSynced: () => boolean
  /** Which Fitout of a namespace has which cluster. */
  readonly ownersIn: (namespace: string) => Owners
  readonly stop: () => Promise<void>
}

/** Follows what decisions are made from: in all namespaces, or only in those that are named. */
export function followManagement(world: World, namespaces?: readonly string[]): Management {
  const scopes = (namespaces ?? [undefined]).map(namespace => followScope(world, namespace))
  const union = (kind: FollowedKind): FollowedObjects => {
    const parts = scopes.map(({ namespace, isSynced, objects }) => ({
      namespace,
      isSynced,
      followed: objects[kind],
    }))
    return unionOf(parts)
  }
  const fitout = union('fitout')
  return {
    cluster: union('cluster'),
    fitout,
    clusterFitout: union('clusterFitout'),
    resourceSet: union('resourceSet'),
    binding: union('binding'),
    scopes,
    // A namespace without rights stops no other one.
    isSynced: () =>
      scopes.some(scope => scope.isSynced()) && scopes.every(scope => scope.isSynced() || scope.isRefused()),
    ownersIn: indexOwners({
      inNamespace: namespace => fitout.inNamespace(namespace),
      subscribe: handler => scopes.forEach(({ objects }) => objects.fitout.subscribe(handler)),
    }),
    stop: async () => void (await Promise.all(scopes.map(scope => scope.stop()))),
  }
}

/** The Clusters of a namespace that carry the address of a cluster. */
export function addresseesOf(
  { cluster: clusters }: Pick<Management, 'cluster'>,
  cluster: Pick<ClusterIdentity, 'uid' | 'namespace'>,
): readonly AddressableCluster[] {
  return clusters
    .byIndex('addressee', addresseeOf(cluster))
    .filter(({ metadata }) => metadata.namespace === cluster.namespace)
    .map(one => ({ ...selectable(one), uid: one.metadata.uid ?? '' }))
}
