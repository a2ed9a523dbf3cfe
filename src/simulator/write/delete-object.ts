import type { DeleteCall } from '../../engine/api/api.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { objectKey } from '../store/table.ts'
import { admitted, isHeld } from './finish-write.ts'
import { type Session, refuse } from './session.ts'

/** Deletes an object, or marks it as deleted while something holds it. */
export function deleteObject(session: Session, { uid, resourceVersion }: DeleteCall = {}): void {
  const { store, kind, namespace, name } = session
  const key = objectKey(namespace, name)
  const before = store.table(kind).get(key)
  if (before === undefined) throw refuse(session, 'NotFound')
  if (uid !== undefined && uid !== before.metadata.uid) throw refuse(session, 'Conflict')
  if (resourceVersion !== undefined && resourceVersion !== before.metadata.resourceVersion)
    throw refuse(session, 'Conflict')
  admitted(session, before, before)

  if (!isHeld(before)) store.commit(kind, { key, after: undefined })
  else if (before.metadata.deletionTimestamp === undefined)
    store.commit(kind, { key, after: marked(session, before) })
}

function marked({ store, kind }: Session, object: KubeObject): KubeObject {
  const { generation } = object.metadata
  const metadata = {
    ...object.metadata,
    deletionTimestamp: store.timestamp(),
    ...(generation === undefined ? {} : { generation: generation + 1 }),
    ...(kind.kind === 'Namespace' ? {} : { deletionGracePeriodSeconds: 0 }),
  }
  const next =
    kind.kind === 'Namespace' && kind.group === '' ? { ...object, status: { phase: 'Terminating' } } : object
  return { ...next, metadata: Object.freeze(metadata) }
}
