import { encodeUtf8 } from '../../domain/bytes/utf8.ts'
import { encodeBase64 } from '../../domain/bytes/base64.ts'
import { partOf } from '../../domain/object/fields.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { Model, Store } from '../store/store.ts'
import { withConditions } from '../models/conditions.ts'
import { KeyedTimers } from '../models/keyed-timers.ts'
import { putByModel, writeByModel } from '../models/model-write.ts'

const FINALIZER = 'cluster.cluster.x-k8s.io'
const NOTICE_MS = 20
const DELETION_MS = 1000

/** Where Clusters come from. */
export interface Provider {
  /** How long a control plane takes, from its Cluster on. */
  readonly provisionMs: (cluster: KubeObject) => number
  /** Makes the workload cluster of a Cluster, and says how to reach it. */
  readonly provision: (cluster: KubeObject) => {
    readonly host: string
    readonly port: number
    readonly kubeconfig: string
  }
  /** Takes it away again. */
  readonly remove: (cluster: KubeObject) => void
}

/** Cluster API with a provider: a Cluster gets its kubeconfig, then says that it is provisioned and initialized. */
export function provisionClusters(store: Store, provider: Provider): Model {
  const table = store.table({ group: 'cluster.x-k8s.io', plural: 'clusters' })
  const timers = new KeyedTimers(store.clock, key => {
    const cluster = table.get(key)
    if (cluster === undefined) return
    if (cluster.metadata.deletionTimestamp !== undefined) release(store, provider, cluster)
    else if (!finalizersOf(cluster).includes(FINALIZER)) {
      write(store, withFinalizers(cluster, [...finalizersOf(cluster), FINALIZER]))
      timers.ask(key, provider.provisionMs(cluster))
    } else if (!isInitialized(cluster)) provide(store, provider, cluster)
  })
  return {
    changed: ({ group, kind }, { key, before, after }) => {
      if (group !== 'cluster.x-k8s.io' || kind !== 'Cluster' || after === undefined) return
      if (before === undefined) timers.ask(key, NOTICE_MS)
      else if (after.metadata.deletionTimestamp !== before.metadata.deletionTimestamp)
        timers.ask(key, DELETION_MS)
    },
    restored: () => {
      for (const [key] of table.listAt(store.revision)) timers.ask(key, NOTICE_MS)
    },
  }
}

function provide(store: Store, provider: Provider, cluster: KubeObject): void {
  const { host, port, kubeconfig } = provider.provision(cluster)
  // The kubeconfig comes before "provisioned": the other way round costs Cluster API's first connection 30 s.
  putByModel(store, kubeconfigSecret(cluster, kubeconfig))
  const ready = {
    ...cluster,
    spec: { ...partOf(cluster, 'spec'), controlPlaneEndpoint: { host, port } },
    status: {
      ...partOf(cluster, 'status'),
      phase: 'Provisioned',
      initialization: { infrastructureProvisioned: true, controlPlaneInitialized: true },
    },
  }
  const connected = { type: 'RemoteConnectionProbe', status: 'True', reason: 'ProbeSucceeded' } as const
  write(store, withConditions(ready, store.timestamp(), [connected]))
}

function release(store: Store, provider: Provider, cluster: KubeObject): void {
  provider.remove(cluster)
  write(
    store,
    withFinalizers(
      cluster,
      finalizersOf(cluster).filter(finalizer => finalizer !== FINALIZER),
    ),
  )
}

function write(store: Store, cluster: KubeObject): void {
  const kind = store.kinds.named(cluster.apiVersion, 'Cluster')
  if (kind !== undefined) writeByModel(store, kind, cluster)
}

function finalizersOf({ metadata }: KubeObject): readonly string[] {
  return metadata.finalizers ?? []
}

function withFinalizers(cluster: KubeObject, finalizers: readonly string[]): KubeObject {
  return { ...cluster, metadata: { ...cluster.metadata, finalizers } }
}

function isInitialized(cluster: KubeObject): boolean {
  return partOf(partOf(cluster, 'status'), 'initialization')['controlPlaneInitialized'] === true
}

function kubeconfigSecret({ apiVersion, kind, metadata }: KubeObject, kubeconfig: string): KubeObject {
  const { name, namespace = '', uid = '' } = metadata
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    type: 'cluster.x-k8s.io/secret',
    metadata: {
      name: `${name}-kubeconfig`,
      namespace,
      labels: { 'cluster.x-k8s.io/cluster-name': name },
      ownerReferences: [{ apiVersion, kind, name, uid }],
    },
    data: { value: encodeBase64(encodeUtf8(kubeconfig)) },
  }
}
