import { type Binding, withoutResourceSet } from '../binding.ts'
import { type ReconcileInput, type ReconcileResult, applyToCluster } from './apply-to-cluster.ts'
import type { ResourceSet } from '../resource-set.ts'
import { selectorFailed } from './resources-applied.ts'
import { type SelectableCluster, selectCluster } from '../select-cluster.ts'

/** The finalizer that Cluster API sets before it does anything else. */
export const FINALIZER = 'addons.cluster.x-k8s.io'

/** What a reconcile of a ClusterResourceSet is about to do for one cluster. */
export type ReconcileStep =
  /** Sets the finalizer and ends; the next reconcile continues. */
  | { readonly step: 'add-finalizer' }
  | { readonly step: 'none'; readonly reason: 'SetPaused' | 'NotSelected' }
  | ({ readonly step: 'failed' } & Pick<ReconcileResult, 'condition'>)
  /** Takes its entry out of the binding; undefined: deletes the binding, which held nothing else. Objects stay. */
  | { readonly step: 'delete'; readonly binding: Binding | undefined }
  | ({ readonly step: 'apply' } & ReconcileResult)

/** Plays one reconcile of a ClusterResourceSet for one cluster. */
export function reconcileResourceSet(
  input: Omit<ReconcileInput, 'clusterName'> & { readonly cluster: SelectableCluster },
): ReconcileStep {
  const { resourceSet, cluster, binding } = input
  if (!resourceSet.isBeingDeleted && !resourceSet.finalizers.includes(FINALIZER))
    return { step: 'add-finalizer' }
  if (resourceSet.isPaused) return { step: 'none', reason: 'SetPaused' }
  const selection = selectCluster(resourceSet, cluster)
  if (!selection.selected) {
    if (selection.reason === 'BadSelector') return { step: 'failed', condition: selectorFailed }
    return { step: 'none', reason: 'NotSelected' }
  }
  if (resourceSet.isBeingDeleted) {
    return { step: 'delete', binding: binding && withoutResourceSet(binding, resourceSet.name) }
  }
  return { step: 'apply', ...applyToCluster({ ...input, clusterName: cluster.name }) }
}

/** The bindings that are left when a ClusterResourceSet is deleted, by name of the cluster; it visits `clusters` in their order. */
export function deleteResourceSet(
  resourceSet: ResourceSet,
  clusters: readonly SelectableCluster[],
  bindings: ReadonlyMap<string, Binding>,
): ReadonlyMap<string, Binding> {
  const left = new Map(bindings)
  for (const cluster of clusters) {
    if (!selectCluster(resourceSet, cluster).selected) continue
    const binding = left.get(cluster.name)
    // Cluster API ends at the first cluster without a binding, so that entries of those behind it stay as orphans.
    if (!binding) return left
    const rest = withoutResourceSet(binding, resourceSet.name)
    if (rest) left.set(cluster.name, rest)
    else left.delete(cluster.name)
  }
  return left
}
