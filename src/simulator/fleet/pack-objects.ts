import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { PackContents } from './add-on-objects.ts'

const namespace = 'default'

/** The ClusterResourceSet of a pack and its ConfigMaps. */
export function packObjects(name: string, gate: string, pack: PackContents): readonly KubeObject[] {
  const resources = Object.keys(pack).map(source => ({ kind: 'ConfigMap', name: source }))
  return [
    ...Object.entries(pack).map(([source, objects]) => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: source, namespace },
      data: { 'manifests.yaml': objects.map(object => JSON.stringify(object)).join('\n---\n') },
    })),
    {
      apiVersion: 'addons.cluster.x-k8s.io/v1beta2',
      kind: 'ClusterResourceSet',
      metadata: { name, namespace, labels: { 'fitout.dev/pack': name } },
      spec: { strategy: 'Reconcile', clusterSelector: { matchLabels: { [gate]: 'true' } }, resources },
    },
  ]
}
