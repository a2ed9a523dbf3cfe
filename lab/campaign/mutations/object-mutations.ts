import { ref } from '../../kube/kube-object.ts'
import { replacing, sideOf } from './field-mutations.ts'
import type { Mutation, MutationSource } from './mutation.ts'

const FINALIZER = 'example.com/never'

/** Objects that are removed before or after, kept from going, or made by another client first. */
export const objectMutations: MutationSource = base =>
  base.parts.flatMap(part => {
    const { object } = part
    const file = `${object.kind.toLowerCase()}-${object.metadata.name}.yaml`
    const mutated = { side: sideOf(part), object, ...(part.way === 'git' ? { words: [file] } : {}) }
    const what = `${object.kind} ${object.metadata.name}`
    const never: Mutation = {
      name: `${what}: never delivered`,
      operator: 'remove',
      mutated,
      change: whole => replacing(whole, part),
    }
    const name = object.metadata.namespace === undefined ? object.metadata.name : object.metadata.name
    const here = part.way === 'management' ? 'management' : 'workload'
    const at = (namespace: string) =>
      here === 'management' ? { ...object, metadata: { name, namespace } } : object
    const deleted: Mutation = {
      name: `live ${what}: deleted`,
      operator: 'delete',
      mutated,
      after: async world => world[here].delete(at(world.namespace)),
    }
    const stays: Mutation = {
      name: `live ${what}: deleted, and a finalizer keeps it`,
      operator: 'finalizer',
      mutated: { ...mutated, words: [FINALIZER] },
      after: async world => {
        await world[here].patch(at(world.namespace), { metadata: { finalizers: [FINALIZER] } })
        await world[here].delete(at(world.namespace))
      },
      undo: async world => {
        await world[here].patch(at(world.namespace), { metadata: { finalizers: [] } }).catch(() => undefined)
      },
    }
    if (part.way === 'node') return [deleted]
    return part.way === 'pack' && object.kind !== 'Namespace' && object.kind !== 'PersistentVolume'
      ? [never, deleted, stays]
      : [never, deleted]
  })

/** A part of the pack that is already there and being deleted for ever when it is to be delivered. */
export const leftoverMutations: MutationSource = base =>
  base.parts
    .filter(({ way, object }) => way === 'pack' && object.kind === 'ConfigMap')
    .map(({ object }) => ({
      name: `${object.kind} ${object.metadata.name}: an old one is being deleted for ever`,
      operator: 'leftover',
      mutated: { side: 'workload', object, words: [FINALIZER] },
      before: async ({ workload }) => {
        await workload.apply({ ...ref('v1', 'Namespace', base.id) })
        await workload.apply({ ...object, metadata: { ...object.metadata, finalizers: [FINALIZER] } })
        await workload.delete(object)
      },
      undo: async ({ workload }) => {
        await workload.patch(object, { metadata: { finalizers: [] } }).catch(() => undefined)
      },
    }))
