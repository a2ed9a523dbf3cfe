import type { KubeObject, ObjectRef } from '../kube/kube-object.ts'
import { CONTROL_PLANE, INFRASTRUCTURE } from './provider-crds.ts'

export interface ClusterOptions {
  readonly namespace?: string
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
  /** Merged into the `spec` of the Cluster. */
  readonly spec?: object
}

export const CLUSTER_API_VERSION = 'cluster.x-k8s.io/v1beta2'

export function clusterRef(name: string, namespace = 'default'): ObjectRef {
  return { apiVersion: CLUSTER_API_VERSION, kind: 'Cluster', metadata: { name, namespace } }
}

/** The three objects that ask for a cluster of the lab, in the order in which they are applied. */
export function clusterObjects(name: string, options: ClusterOptions = {}): KubeObject[] {
  const { namespace = 'default', labels = {}, annotations = {}, spec = {} } = options
  const metadata = { name, namespace }
  const reference = ({ group, kind }: { group: string; kind: string }) => ({ apiGroup: group, kind, name })
  return [
    { apiVersion: `${INFRASTRUCTURE.group}/v1`, kind: INFRASTRUCTURE.kind, metadata, spec: {} },
    { apiVersion: `${CONTROL_PLANE.group}/v1`, kind: CONTROL_PLANE.kind, metadata, spec: {} },
    {
      apiVersion: CLUSTER_API_VERSION,
      kind: 'Cluster',
      metadata: { ...metadata, labels, annotations },
      spec: {
        infrastructureRef: reference(INFRASTRUCTURE),
        controlPlaneRef: reference(CONTROL_PLANE),
        ...spec,
      },
    },
  ]
}
