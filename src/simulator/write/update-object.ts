import type { UpdateCall } from '../../engine/api/api.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { ownAfterUpdate, managersOf } from '../fields/managers.ts'
import { objectKey } from '../store/table.ts'
import { checkAddress } from './check-object.ts'
import { filledIn } from './fill-in.ts'
import { finishWrite } from './finish-write.ts'
import { withStatus } from './leave-out.ts'
import { type Session, refuse, writerOf } from './session.ts'

/** Replaces an object, or its status, if it is still as it was read. */
export function updateObject(session: Session, object: KubeObject, call: UpdateCall): KubeObject {
  checkAddress(session, object)
  const { store, kind, namespace, name } = session
  const before = store.table(kind).get(objectKey(namespace, name))
  if (before === undefined) throw refuse(session, 'NotFound')
  checkVersion(session, object, before)

  const writer = writerOf(session, call, 'Update')
  const managers = managersOf(before)
  return finishWrite(session, {
    object: replaced(session, object, before),
    before,
    // An object without a known field manager is not tracked until it is applied to.
    managers: after =>
      managers.length === 0 ? [] : ownAfterUpdate({ before, after, schema: kind.schema, managers, writer }),
  })
}

function checkVersion(session: Session, { metadata }: KubeObject, before: KubeObject): void {
  if (metadata.uid && metadata.uid !== before.metadata.uid) throw refuse(session, 'Conflict')
  if (metadata.resourceVersion) {
    if (metadata.resourceVersion !== before.metadata.resourceVersion) throw refuse(session, 'Conflict')
  } else if (!session.kind.mayUpdateBlindly)
    throw refuse(session, 'Invalid', 'metadata.resourceVersion: must be specified for an update')
}

/** The part of `object` that the caller may write, and the rest as it is. */
function replaced({ kind, subresource }: Session, object: KubeObject, before: KubeObject): KubeObject {
  if (subresource === 'status') return withStatus(before, object['status'])
  return kind.hasStatus ? withStatus(filledIn(kind, object), before['status']) : filledIn(kind, object)
}
