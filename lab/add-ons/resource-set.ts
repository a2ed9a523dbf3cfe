import type { KubeObject } from '../kube/kube-object.ts'

/** What a ClusterResourceSet delivers, and to which clusters. */
export interface ResourceSetSpec {
  readonly name: string
  readonly namespace?: string
  readonly matchLabels: Readonly<Record<string, string>>
  /** ConfigMaps by name; of each, the manifests by key. */
  readonly configMaps: Readonly<Record<string, readonly KubeObject[]>>
  /** Cluster API's own default is ApplyOnce. */
  readonly strategy?: 'ApplyOnce' | 'Reconcile'
}

/** The ConfigMaps and the ClusterResourceSet that deliver these objects. Keys are numbered: they are applied in that order. */
export function resourceSet({
  name,
  namespace = 'default',
  matchLabels,
  configMaps,
  strategy = 'ApplyOnce',
}: ResourceSetSpec): KubeObject[] {
  const packs = Object.entries(configMaps).map(([pack, objects]) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: pack, namespace },
    data: Object.fromEntries(
      objects.map((object, index) => [`${String(index).padStart(3, '0')}.json`, JSON.stringify(object)]),
    ),
  }))
  return [
    ...packs,
    {
      apiVersion: 'addons.cluster.x-k8s.io/v1beta2',
      kind: 'ClusterResourceSet',
      metadata: { name, namespace },
      spec: {
        strategy,
        clusterSelector: { matchLabels },
        resources: Object.keys(configMaps).map(pack => ({ kind: 'ConfigMap', name: pack })),
      },
    },
  ]
}
