import type { LabelSelector } from '../labels/label-selector.ts'
import type { Strategy } from '../resource-set/resource-set.ts'

/** How a pack is delivered. */
export interface PackOptions {
  /** The namespace of the Clusters, on the management cluster. */
  readonly namespace: string
  /** The labels of the Clusters that get it. */
  readonly selector: LabelSelector
  readonly strategy: Strategy
  /** The version of the API of ClusterResourceSets. */
  readonly apiVersion: 'addons.cluster.x-k8s.io/v1beta1' | 'addons.cluster.x-k8s.io/v1beta2'
  readonly descriptions: 'keep' | 'strip'
  readonly apply: 'client-side' | 'server-side'
}
