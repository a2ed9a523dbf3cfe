import type { KubeObject } from '../../engine/api/kube-object.ts'
import { hasCode } from '../../engine/api/api-error.ts'
import { adoptObject } from '../store/adopt.ts'
import { resourceOf } from '../kinds/kind-registry.ts'
import type { Kind } from '../kinds/kind.ts'
import type { Store } from '../store/store.ts'
import { objectKey } from '../store/table.ts'
import { refusal } from '../store/refusal.ts'
import { createObject } from '../write/create-object.ts'
import { deleteObject } from '../write/delete-object.ts'
import { isHeld } from '../write/finish-write.ts'
import type { Session } from '../write/session.ts'
import { updateObject } from '../write/update-object.ts'

const USER = 'system:kube-controller-manager'
const by = { fieldManager: 'manager' } as const

/** Deletes an object in the name of the cluster itself. */
export function deleteByModel(store: Store, kind: Kind, object: KubeObject): void {
  const { uid } = object.metadata
  try {
    deleteObject(sessionOf(store, kind, { verb: 'delete', object }), uid === undefined ? {} : { uid })
  } catch (error) {
    // A policy may keep it; the cluster tries again at the next occasion.
    if (!hasCode(error, 'Denied', 'NotFound', 'Conflict')) throw error
  }
}

/** Makes an object, or gives it other content, with all checks of the server; throws an ApiError. */
export function putByModel(store: Store, object: KubeObject): KubeObject {
  const { apiVersion, metadata } = object
  const kind = store.kinds.named(apiVersion, object.kind)
  if (kind === undefined) throw refusal('NotServed', { verb: 'create', resource: { kind: object.kind } })
  const before = store.find(kind, metadata.namespace, metadata.name)
  if (before === undefined)
    return createObject(sessionOf(store, kind, { verb: 'create', object }), object, by)
  const { resourceVersion = '' } = before.metadata
  const known = { ...object, metadata: { ...metadata, resourceVersion } }
  return updateObject(sessionOf(store, kind, { verb: 'update', object }), known, by)
}

function sessionOf(
  store: Store,
  kind: Kind,
  { verb, object }: { readonly verb: Session['verb']; readonly object: KubeObject },
): Session {
  const { namespace, name } = object.metadata
  const [version = 'v1'] = object.apiVersion.split('/').slice(-1)
  const resource = resourceOf(kind, version)
  return { store, user: USER, verb, kind, resource, namespace, name, subresource: undefined }
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
