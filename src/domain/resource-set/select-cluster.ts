import { compileLabelSelector } from '../labels/label-selector.ts'
import { SelectorError } from '../labels/selector-error.ts'
import { type Labels, formatUnmet, matchesSelector } from '../labels/selector.ts'
import type { ResourceSet } from './resource-set.ts'

/** A Cluster, as far as a ClusterResourceSet looks at it. That it is paused does not count. */
export interface SelectableCluster {
  readonly name: string
  readonly namespace: string
  readonly labels: Labels
  readonly isBeingDeleted: boolean
}

/** Whether a ClusterResourceSet selects a Cluster, and if not, why not. */
export type ClusterSelection =
  | { readonly selected: true }
  | { readonly selected: false; readonly reason: NotSelectedReason; readonly message: string }

/** Why a Cluster is not selected. */
export type NotSelectedReason =
  | 'BadSelector'
  | 'EmptySelector'
  | 'OtherNamespace'
  | 'ClusterDeleting'
  | 'LabelsDiffer'

/** Returns whether a ClusterResourceSet selects a Cluster. An empty selector selects none, unlike elsewhere in Kubernetes. */
export function selectCluster(
  { name, namespace, clusterSelector }: Pick<ResourceSet, 'name' | 'namespace' | 'clusterSelector'>,
  cluster: SelectableCluster,
): ClusterSelection {
  const selector = compiled(clusterSelector)
  if (selector instanceof SelectorError) {
    return not('BadSelector', `ClusterResourceSet "${name}" selects nothing: its selector is invalid`)
  }
  if (selector.selects === 'matching' && selector.requirements.length === 0) {
    return not('EmptySelector', `ClusterResourceSet "${name}" selects nothing: its selector is empty`)
  }
  if (cluster.namespace !== namespace) {
    return not(
      'OtherNamespace',
      `Cluster "${cluster.name}" is in namespace "${cluster.namespace}", not "${namespace}"`,
    )
  }
  if (cluster.isBeingDeleted) return not('ClusterDeleting', `Cluster "${cluster.name}" is being deleted`)
  if (!matchesSelector(selector, cluster.labels)) {
    return not(
      'LabelsDiffer',
      `Labels of cluster "${cluster.name}" do not match ClusterResourceSet "${name}": it selects ${formatUnmet(selector, cluster.labels)}`,
    )
  }
  return { selected: true }
}

function compiled(selector: unknown): ReturnType<typeof compileLabelSelector> | SelectorError {
  try {
    // The field is no pointer in Cluster API: absent is empty.
    return compileLabelSelector(selector ?? {})
  } catch (error) {
    if (error instanceof SelectorError) return error
    throw error
  }
}

function not(reason: NotSelectedReason, message: string): ClusterSelection {
  return { selected: false, reason, message }
}
