import type { KubeObject } from '../../engine/api/kube-object.ts'
import { hasCode } from '../../engine/api/api-error.ts'
import { adoptObject } from '../store/adopt.ts'
import { resourceOf } from '../kinds/kind-registry.ts'
import type { Kind } from '../kinds/kind.ts'
import type { Store } from '../store/store.ts'
import { objectKey } from '../store/table.ts'
import { deleteObject } from '../write/delete-object.ts'
import { isHeld } from '../write/finish-write.ts'

/** Deletes an object in the name of the cluster itself. */
export function deleteByModel(store: Store, kind: Kind, { metadata }: KubeObject): void {
  const { namespace, name, uid } = metadata
  const session = {
    store,
    user: 'system:kube-controller-manager',
    verb: 'delete',
    kind,
    resource: resourceOf(kind),
    namespace,
    name,
    subresource: undefined,
  } as const
  try {
    deleteObject(session, uid === undefined ? {} : { uid })
  } catch (error) {
    // A policy may keep it; the cluster tries again at the next occasion.
    if (!hasCode(error, 'Denied', 'NotFound', 'Conflict')) throw error
  }
}

/** Stores what the cluster itself makes of an object, and lets it go if it is deleted and nothing holds it any more. */
export function writeByModel(store: Store, kind: Kind, object: KubeObject): void {
  const key = objectKey(object.metadata.namespace, object.metadata.name)
  const before = store.table(kind).get(key)
  const after = adoptObject(object, before)
  if (after === before) return
  const isOver = after.metadata.deletionTimestamp !== undefined && !isHeld(after)
  store.commit(kind, { key, after: isOver ? undefined : after })
}
