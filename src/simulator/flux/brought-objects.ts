import { ApiError } from '../../engine/api/api-error.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { Store } from '../store/store.ts'
import { isTrue } from '../models/conditions.ts'
import { deleteByModel, putByModel } from '../models/model-write.ts'

/** Puts the objects of a chart or of a folder onto the cluster; returns whether all were taken. */
export function bring(store: Store, objects: readonly KubeObject[]): boolean {
  return !objects.map(object => isTaken(store, object)).includes(false)
}

/** Whether the Deployments among these objects are available. */
export function areUp(store: Store, objects: readonly KubeObject[]): boolean {
  return objects.every(object => object.kind !== 'Deployment' || isTrue(liveOf(store, object), 'Available'))
}

/** Takes the objects away again. Definitions stay, and what they define with them. */
export function takeAway(store: Store, objects: readonly KubeObject[]): void {
  for (const object of objects) {
    const kind = store.kinds.named(object.apiVersion, object.kind)
    const live = liveOf(store, object)
    if (kind && live && object.kind !== 'CustomResourceDefinition') deleteByModel(store, kind, live)
  }
}

function isTaken(store: Store, object: KubeObject): boolean {
  const live = liveOf(store, object)
  try {
    // What others have put on the head of an object stays.
    putByModel(
      store,
      live ? { ...live, ...object, metadata: { ...live.metadata, ...object.metadata } } : object,
    )
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

function liveOf(store: Store, { apiVersion, kind, metadata }: KubeObject): KubeObject | undefined {
  const served = store.kinds.named(apiVersion, kind)
  return served && store.find(served, metadata.namespace, metadata.name)
}
