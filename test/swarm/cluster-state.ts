import { partOf } from '../../src/domain/object/fields.ts'
import type { KubeObject } from '../../src/engine/api/kube-object.ts'

/** Whether a Cluster is there, and to stay. */
export function isThere(cluster: KubeObject | undefined): cluster is KubeObject {
  return cluster !== undefined && cluster.metadata.deletionTimestamp === undefined
}

/** Whether Cluster API is told to leave a Cluster alone. */
export function isPaused(cluster: KubeObject): boolean {
  return partOf(cluster, 'spec')['paused'] === true
}

/** Whether the plan selects a Cluster. */
function isSelected({ metadata }: KubeObject): boolean {
  return metadata.labels?.['fitout.dev/profile'] === 'eks'
}

/** Whether Fitout is to look after a Cluster: it is there, nobody has paused it, and the plan selects it. */
export function isKept(cluster: KubeObject | undefined): cluster is KubeObject {
  return isThere(cluster) && !isPaused(cluster) && isSelected(cluster)
}
