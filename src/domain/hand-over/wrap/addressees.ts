import { listFirst } from '../../text/list-first.ts'
import { names } from '../../api/api-names.ts'
import { readResourceSet } from '../../resource-set/resource-set.ts'
import { type SelectableCluster, selectCluster } from '../../resource-set/select-cluster.ts'
import type { ClusterIdentity } from '../cluster-identity.ts'
import type { HandOverHold } from '../hand-over-hold.ts'

/** A Cluster that a ClusterResourceSet may select. */
export interface AddressableCluster extends SelectableCluster, ClusterIdentity {}

/** The Clusters that a ClusterResourceSet would deliver to; throws a ResourceSetError for what is none. @internal */
export function selectedClusters(
  resourceSet: unknown,
  clusters: readonly AddressableCluster[],
): readonly AddressableCluster[] {
  const set = readResourceSet(resourceSet)
  return clusters.filter(cluster => selectCluster(set, cluster).selected)
}

/** Whether another Cluster than this one would get its values. One that goes gets none. */
export function hasStrangers(
  addressees: readonly AddressableCluster[],
  { uid }: { readonly uid: string },
): boolean {
  return addressees.some(one => one.uid !== uid && !one.isBeingDeleted)
}

/**
 * Says why a hand-over must not be written, or must be withdrawn: it would reach another Cluster, or not its own.
 *
 * `clusters` are all of the namespace.
 */
export function addresseeHold(
  resourceSet: unknown,
  cluster: ClusterIdentity,
  clusters: readonly AddressableCluster[],
): HandOverHold | undefined {
  const found = selectedClusters(resourceSet, clusters)
  const strangers = found.filter(({ uid }) => uid !== cluster.uid).map(({ name }) => `"${name}"`)
  if (strangers.length > 0) {
    const message = `Cluster ${listFirst(strangers.toSorted())} has the label of cluster "${cluster.name}"`
    return { reason: 'HandOverAddresseeWrong', message: `${message}: ${names.addresseeLabel}` }
  }
  if (found.length === 1) return undefined
  const message = `Cluster "${cluster.name}" does not have its label yet: ${names.addresseeLabel}`
  return { reason: 'HandOverNotAddressed', message }
}
