import type { Binding } from '../../domain/resource-set/binding.ts'
import type { KubeObject, OwnerReference } from '../../engine/api/kube-object.ts'

export const BINDING = {
  apiVersion: 'addons.cluster.x-k8s.io/v1beta2',
  kind: 'ClusterResourceSetBinding',
} as const

/** A binding as it is stored. Owners that it had keep their reference, `set` is the one that may be new. */
export function bindingObject(binding: Binding, before: KubeObject | undefined, set: KubeObject): KubeObject {
  const known = new Map((before?.metadata.ownerReferences ?? []).map(owner => [owner.name, owner]))
  known.set(set.metadata.name, bindingOwner(set))
  return {
    ...BINDING,
    metadata: {
      ...before?.metadata,
      name: binding.clusterName,
      namespace: binding.namespace,
      ownerReferences: binding.owners.flatMap(name => known.get(name) ?? []),
    },
    spec: {
      clusterName: binding.clusterName,
      bindings: binding.entries.map(({ resourceSet, resources }) => ({
        clusterResourceSetName: resourceSet,
        ...(resources.length === 0 ? {} : { resources }),
      })),
    },
  }
}

/** A ClusterResourceSet as an owner. */
export function bindingOwner({ apiVersion, kind, metadata }: KubeObject): OwnerReference {
  return { apiVersion, kind, name: metadata.name, uid: metadata.uid ?? '' }
}
