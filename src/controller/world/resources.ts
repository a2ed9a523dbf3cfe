import type { Resource } from '../../engine/api/api.ts'

const addons = { group: 'addons.cluster.x-k8s.io', version: 'v1beta2', scope: 'Namespaced' } as const
const own = { group: 'fitout.dev', version: 'v1alpha1', scope: 'Namespaced' } as const

/** The kinds of the management cluster that the controller reads or writes. */
export const resources = {
  cluster: {
    group: 'cluster.x-k8s.io',
    version: 'v1beta2',
    kind: 'Cluster',
    plural: 'clusters',
    scope: 'Namespaced',
  },
  resourceSet: { ...addons, kind: 'ClusterResourceSet', plural: 'clusterresourcesets' },
  binding: { ...addons, kind: 'ClusterResourceSetBinding', plural: 'clusterresourcesetbindings' },
  fitout: { ...own, kind: 'Fitout', plural: 'fitouts' },
  clusterFitout: { ...own, kind: 'ClusterFitout', plural: 'clusterfitouts' },
  secret: { group: '', version: 'v1', kind: 'Secret', plural: 'secrets', scope: 'Namespaced' },
  configMap: { group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps', scope: 'Namespaced' },
  namespace: { group: '', version: 'v1', kind: 'Namespace', plural: 'namespaces', scope: 'Cluster' },
  event: { group: 'events.k8s.io', version: 'v1', kind: 'Event', plural: 'events', scope: 'Namespaced' },
} as const satisfies Readonly<Record<string, Resource>>
