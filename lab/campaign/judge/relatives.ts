import { type KubeObject, type ObjectRef, ref } from '../../kube/kube-object.ts'
import { type Base, deliveryNames, type Part } from '../base.ts'

/**
 * What is on the way to an object of a base: what names it, what brings it, and so on up to what the proof reads; and what
 * it names itself.
 */
export function onTheWay(base: Base, object: ObjectRef): readonly ObjectRef[] {
  const all = new Map<string, ObjectRef>()
  const queue: ObjectRef[] = [object]
  for (let one = queue.pop(); one; one = queue.pop()) {
    for (const above of [...namers(base, one), ...bringers(base, one)]) {
      if (all.has(keyOf(above))) continue
      all.set(keyOf(above), above)
      queue.push(above)
    }
  }
  const self = base.parts.find(({ object: one }) => keyOf(one) === keyOf(object))
  const named = self ? base.parts.filter(({ object: one }) => names(self.object, one)) : []
  for (const { object: one } of named) all.set(keyOf(one), one)
  for (const { object: one } of base.parts.filter(({ way }) => way === madeBy(object)))
    all.set(keyOf(one), one)
  // What is added to a namespace meets everything that runs in it.
  if (!self)
    for (const { object: one } of base.parts.filter(({ way }) => way !== 'management'))
      all.set(keyOf(one), one)
  return [...all.values()]
}

/** The objects that carry the name of this one, as a reference does. */
function namers(base: Base, object: ObjectRef): readonly ObjectRef[] {
  return base.parts.filter(part => names(part.object, object)).map(part => part.object)
}

function names(by: KubeObject, object: ObjectRef): boolean {
  if (keyOf(by) === keyOf(object)) return false
  if (isDefinitionOf(object, by)) return true
  if (object.kind === 'Namespace') return by.metadata.namespace === object.metadata.name
  const name = JSON.stringify(object.metadata.name)
  return JSON.stringify({ ...by, metadata: undefined }).includes(`:${name}`)
}

// An object of a kind leads to the definition of the kind.
function isDefinitionOf({ kind, metadata }: ObjectRef, by: KubeObject): boolean {
  const [group = ''] = by.apiVersion.split('/')
  return kind === 'CustomResourceDefinition' && metadata.name.endsWith(`.${group}`)
}

function bringers(base: Base, object: ObjectRef): readonly ObjectRef[] {
  const part = base.parts.find(({ object: one }) => keyOf(one) === keyOf(object))
  if (part?.way === 'pack') return delivery(base)
  const kind = part?.way === 'chart' ? 'HelmRelease' : part?.way === 'git' ? 'Kustomization' : undefined
  return base.parts.filter((one: Part) => one.object.kind === kind).map(one => one.object)
}

function madeBy({ kind }: ObjectRef): Part['way'] | undefined {
  return kind === 'HelmRelease' ? 'chart' : kind === 'Kustomization' ? 'git' : undefined
}

function delivery({ id }: Base): readonly ObjectRef[] {
  const { set, pack } = deliveryNames(id)
  return [ref('addons.cluster.x-k8s.io/v1beta2', 'ClusterResourceSet', set), ref('v1', 'ConfigMap', pack)]
}

function keyOf({ kind, metadata }: ObjectRef): string {
  return [kind, metadata.namespace, metadata.name].join(' ')
}
