import { createHash } from 'node:crypto'
import { CLUSTER_API_VERSION } from '../../cluster-api/cluster-objects.ts'
import { INFRASTRUCTURE } from '../../cluster-api/provider-crds.ts'
import type { KubeObject } from '../../kube/kube-object.ts'

export const ADDONS = 'addons.cluster.x-k8s.io/v1beta2'

/** A ConfigMap; a source of manifests on the management cluster, or something to apply on a workload cluster. */
export function aConfigMap(name: string, data: Readonly<Record<string, string>> = {}): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default' }, data }
}

/** A Secret of the one type that a ClusterResourceSet reads by default. */
export function aSecret(
  name: string,
  values: Readonly<Record<string, string>>,
  type = 'addons.cluster.x-k8s.io/resource-set',
): KubeObject {
  const data = Object.entries(values).map(
    ([key, value]) => [key, Buffer.from(value).toString('base64')] as const,
  )
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    type,
    metadata: { name, namespace: 'default' },
    data: Object.fromEntries(data),
  }
}

export function aNamespace(name: string): KubeObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } }
}

export interface ResourceSetOptions {
  readonly strategy?: 'ApplyOnce' | 'Reconcile'
  /** The label that selects clusters; its own name if not given. */
  readonly label?: string
  readonly annotations?: Readonly<Record<string, string>>
}

/** A ClusterResourceSet that lists these sources. */
export function aResourceSet(
  name: string,
  sources: readonly Pick<KubeObject, 'kind' | 'metadata'>[],
  { strategy = 'ApplyOnce', label = name, annotations = {} }: ResourceSetOptions = {},
): KubeObject {
  return {
    apiVersion: ADDONS,
    kind: 'ClusterResourceSet',
    metadata: { name, namespace: 'default', annotations },
    spec: {
      strategy,
      clusterSelector: { matchLabels: { [label]: 'on' } },
      resources: sources.map(sourceRef),
    },
  }
}

/** A Cluster that Cluster API can never connect to: its infrastructure does not exist. */
export function anUnreachableCluster(name: string, label: string): KubeObject {
  const infrastructureRef = { apiGroup: INFRASTRUCTURE.group, kind: INFRASTRUCTURE.kind, name }
  return {
    apiVersion: CLUSTER_API_VERSION,
    kind: 'Cluster',
    metadata: { name, namespace: 'default', labels: { [label]: 'on' } },
    spec: { infrastructureRef },
  }
}

/** How a ClusterResourceSet names a source. */
export function sourceRef({ kind, metadata: { name } }: Pick<KubeObject, 'kind' | 'metadata'>) {
  return { kind, name }
}

/** The documents of one value, in this order. */
export function manifests(...objects: readonly KubeObject[]): string {
  return objects.map(object => JSON.stringify(object)).join('\n---\n')
}

/** The hash that a binding holds for a source with these values, given in the order of their keys. */
export function hashOf(...values: readonly string[]): string {
  return `sha256:${createHash('sha256').update(values.join(''), 'utf8').digest('hex')}`
}
