import { partOf } from '../../domain/object/fields.ts'
import { apiGroup } from '../../domain/object/api-group.ts'
import type { ResolvedObject } from '../../domain/proof/resolve/resolved-proof.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { fluxKinds } from '../flux/flux-kinds.ts'
import type { ReadyObject } from './assumption.ts'
import { groupKind, isCustom } from './custom-definitions.ts'

/** Finds those among all objects of a cluster that a proof asks for and of which no model says that they are ready. */
export function readyObjects(
  proven: readonly ResolvedObject[],
  objects: readonly KubeObject[],
): readonly ReadyObject[] {
  const open = proven.filter(object => !isModelled(object))
  return objects
    .filter(object => (isLoadBalancer(object) ? proven : open).some(one => asksFor(one, object)))
    .map(({ apiVersion, kind, metadata }) => ({
      apiVersion,
      kind,
      namespace: metadata.namespace,
      name: metadata.name,
    }))
}

function isModelled(object: ResolvedObject): boolean {
  const group = apiGroup(object.apiVersion)
  if (group === 'karpenter.sh') return object.kind === 'NodePool' || object.kind === 'NodeClaim'
  if (group.endsWith('.toolkit.fluxcd.io')) return object.kind in fluxKinds
  return !isCustom(object) && object.kind !== 'APIService'
}

/** Whether an object gets an address from the cloud. */
function isLoadBalancer(object: KubeObject): boolean {
  return groupKind(object) === groupKind(aService) && partOf(object, 'spec')['type'] === 'LoadBalancer'
}

const aService = { apiVersion: 'v1', kind: 'Service' }

function asksFor(proven: ResolvedObject, object: KubeObject): boolean {
  const { namespace, target } = proven
  return (
    groupKind(proven) === groupKind(object) &&
    (namespace === undefined || namespace === object.metadata.namespace) &&
    (target.by === 'labels' || target.name === object.metadata.name)
  )
}
