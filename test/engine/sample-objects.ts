import type { Selection } from '../../src/engine/api/api.ts'
import type { KubeObject } from '../../src/engine/api/kube-object.ts'

/** For tests: some objects to follow. */
export const clusters: Selection = {
  resource: {
    group: 'cluster.x-k8s.io',
    version: 'v1beta2',
    kind: 'Cluster',
    plural: 'clusters',
    scope: 'Namespaced',
  },
}

/** For tests: one of them. */
export function aCluster(name: string, metadata: Partial<KubeObject['metadata']> = {}): KubeObject {
  return {
    apiVersion: 'cluster.x-k8s.io/v1beta2',
    kind: 'Cluster',
    metadata: { namespace: 'prod', name, ...metadata },
  }
}
