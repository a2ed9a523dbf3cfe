import type { KubeObject } from '../../engine/api/kube-object.ts'
import { seededUuid } from '../clock/seeded-random.ts'
import { adoptObject } from './adopt.ts'
import type { Kind } from '../kinds/kind.ts'
import type { Store, Write } from './store.ts'
import { objectKey } from './table.ts'
import { filledIn } from '../write/fill-in.ts'

const namespaces = ['default', 'kube-system', 'kube-public', 'kube-node-lease']

/** What every cluster has by the time it is ready for use: its namespaces, and the Service of its own API. */
export function bootObjects(store: Store): readonly (readonly [Kind, Write])[] {
  return [
    ...namespaces.map(name => bootObject(store, { kind: 'Namespace', metadata: { name } })),
    bootObject(store, {
      kind: 'Service',
      metadata: {
        name: 'kubernetes',
        namespace: 'default',
        labels: { component: 'apiserver', provider: 'kubernetes' },
      },
      spec: {
        type: 'ClusterIP',
        clusterIP: '10.96.0.1',
        ports: [{ name: 'https', port: 443, protocol: 'TCP', targetPort: 6443 }],
      },
    }),
  ]
}

function bootObject(
  store: Store,
  given: Omit<KubeObject, 'apiVersion'> & Pick<KubeObject, 'kind' | 'metadata'>,
): readonly [Kind, Write] {
  const kind = store.kinds.named('v1', given.kind)
  if (kind === undefined) throw new Error(`cannot boot a cluster: it does not serve ${given.kind}`)
  const head = { ...given.metadata, uid: seededUuid(store.random), creationTimestamp: store.timestamp() }
  const object = filledIn(kind, { ...given, apiVersion: 'v1', metadata: head })
  const { namespace, name } = object.metadata
  return [kind, { key: objectKey(namespace, name), after: adoptObject(object) }]
}
