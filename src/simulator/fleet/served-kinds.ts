import { type Kind, kindOf } from '../kinds/kind.ts'

const clusterApi = ['v1beta2', 'v1beta1']

/** The kinds of Cluster API and of Fitout, as a management cluster serves them. */
export const managementKinds: readonly Kind[] = [
  kindOf({ group: 'cluster.x-k8s.io', kind: 'Cluster', versions: clusterApi }),
  kindOf({ group: 'addons.cluster.x-k8s.io', kind: 'ClusterResourceSet', versions: clusterApi }),
  kindOf({
    group: 'addons.cluster.x-k8s.io',
    kind: 'ClusterResourceSetBinding',
    versions: clusterApi,
    hasStatus: false,
  }),
  kindOf({ group: 'fitout.dev', kind: 'Fitout', versions: ['v1alpha1'] }),
  kindOf({ group: 'fitout.dev', kind: 'ClusterFitout', versions: ['v1alpha1'] }),
]
