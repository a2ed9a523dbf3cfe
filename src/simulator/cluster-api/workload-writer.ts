import { type Fields, isFields } from '../../domain/object/fields.ts'
import { oncePerObject } from '../../domain/object/once-per-object.ts'
import { mergePatch } from '../../domain/resource-set/apply/merge-patch.ts'
import type { Workload } from '../../domain/resource-set/apply/apply-to-cluster.ts'
import type { SourceObject } from '../../domain/resource-set/read-source-objects.ts'
import { ApiError } from '../../engine/api/api-error.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { shareObject } from '../store/adopt.ts'
import type { Store } from '../store/store.ts'
import { putByModel } from '../models/model-write.ts'

/** A workload cluster as Cluster API applies to it. Asking whether an object is refused tries it, as there is no other way to know. */
export function workloadWriter(store: Store | undefined): Workload {
  if (store === undefined) return { isReachable: false, find: () => undefined, refuses: () => true }
  return {
    isReachable: true,
    find: object => findIn(store, object),
    refuses: object => isRefused(store, object),
  }
}

function findIn(store: Store, { apiVersion, kind, namespace, name }: SourceObject): KubeObject | undefined {
  const found = store.kinds.named(apiVersion, kind)
  return found && store.find(found, namespace, name)
}

function isRefused(store: Store, object: SourceObject): boolean {
  const live = findIn(store, object)
  try {
    putByModel(
      store,
      live ? asObject(merged(live, mergePatch(live, object.content))) : shareOnce(object.content),
    )
    return false
  } catch (error) {
    if (error instanceof ApiError) return true
    throw error
  }
}

/** What a JSON merge patch makes of a value. */
function merged(value: unknown, patch: unknown): unknown {
  if (!isFields(patch)) return patch
  const result: Record<string, unknown> = isFields(value) ? { ...value } : {}
  for (const [name, change] of Object.entries(patch)) {
    if (change === null) delete result[name]
    else result[name] = merged(result[name], change)
  }
  return result
}

// Most of what is applied is applied to many clusters. What has no head is left for the store to refuse.
const shareOnce = oncePerObject((content: Fields): KubeObject => {
  const object = asObject(content)
  return isFields(object.metadata) ? shareObject(object) : object
})

function asObject(content: unknown): KubeObject {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the store looks at the rest
  return content as KubeObject
}
