import { oncePerObject } from '../../domain/object/once-per-object.ts'
import type { ClusterTraits } from '../../domain/hand-over/render/cluster-variables.ts'
import type { ObservedCluster } from '../../domain/plan/cluster-facts.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { ownedLabels } from './keep-own-fields.ts'

const PAUSED_ANNOTATION = 'cluster.x-k8s.io/paused'

/** Reads what decisions look at from a Cluster (v1beta2). */
export const readCluster = oncePerObject((cluster: KubeObject): ObservedCluster => {
  const {
    name,
    namespace = '',
    uid = '',
    labels = {},
    annotations = {},
    deletionTimestamp,
    finalizers = [],
  } = cluster.metadata
  return {
    namespace,
    name,
    uid,
    labels,
    ownLabels: ownedLabels(cluster),
    isPaused: fieldIn(cluster['spec'], 'paused') === true || PAUSED_ANNOTATION in annotations,
    isDeleting: deletionTimestamp !== undefined,
    finalizers,
    isInitialized: fieldIn(fieldIn(cluster['status'], 'initialization'), 'controlPlaneInitialized') === true,
  }
})

/** A Cluster, as ClusterResourceSets select it. */
export function selectable(object: KubeObject) {
  const { name, namespace = '', labels = {}, deletionTimestamp } = object.metadata
  const initialization = fieldIn(object['status'], 'initialization')
  return {
    name,
    namespace,
    labels,
    isBeingDeleted: deletionTimestamp !== undefined,
    infrastructureProvisioned: fieldIn(initialization, 'infrastructureProvisioned') === true,
  }
}

/** A Cluster, as templates know it. */
export function traitsOf(cluster: KubeObject, kubernetesVersion: string): ClusterTraits {
  const { name, namespace, uid, labels } = readCluster(cluster)
  const endpoint = fieldIn(cluster['spec'], 'controlPlaneEndpoint')
  const [host, port] = [fieldIn(endpoint, 'host'), fieldIn(endpoint, 'port')]
  const variables = fieldIn(fieldIn(cluster['spec'], 'topology'), 'variables')
  return {
    name,
    namespace,
    uid,
    labels,
    kubernetesVersion,
    endpoint:
      typeof host === 'string' && host !== ''
        ? { host, port: typeof port === 'number' ? port : 443 }
        : undefined,
    topologyVariables: (Array.isArray(variables) ? variables : []).flatMap(variable => {
      const variableName = fieldIn(variable, 'name')
      return typeof variableName === 'string'
        ? [{ name: variableName, value: fieldIn(variable, 'value') }]
        : []
    }),
  }
}

/** A field of something that may be anything. */
export function fieldIn(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- just seen to be an object that has it
  return (value as Readonly<Record<string, unknown>>)[name]
}
