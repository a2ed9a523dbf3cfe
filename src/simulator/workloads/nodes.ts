import { isFields, partOf } from '../../domain/object/fields.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { Store } from '../store/store.ts'
import { isTrue } from '../models/conditions.ts'

/** The nodes of a cluster, in the order of their names. */
function nodesOf(store: Store): readonly KubeObject[] {
  return store.snapshotAt(store.revision, { group: '', plural: 'nodes' })
}

/** The nodes on which a pod may run: ready ones that it selects. */
export function nodesFor(store: Store, podSpec: Readonly<Record<string, unknown>>): readonly KubeObject[] {
  const { nodeSelector } = podSpec
  const wanted = Object.entries(isFields(nodeSelector) ? nodeSelector : {})
  return nodesOf(store).filter(node => {
    const { labels = {}, deletionTimestamp } = node.metadata
    if (deletionTimestamp !== undefined || partOf(node, 'spec')['unschedulable'] === true) return false
    return isTrue(node, 'Ready') && wanted.every(([name, value]) => labels[name] === value)
  })
}

/** A node that is ready. */
export function readyNode(
  name: string,
  now: string,
  labels: Readonly<Record<string, string>> = {},
): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: { 'kubernetes.io/hostname': name, 'kubernetes.io/os': 'linux', ...labels } },
    spec: {},
    status: {
      conditions: [
        {
          type: 'Ready',
          status: 'True',
          reason: 'KubeletReady',
          message: 'kubelet is posting ready status',
          lastTransitionTime: now,
        },
      ],
    },
  }
}
