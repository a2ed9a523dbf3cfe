import { isFields } from '../../domain/object/fields.ts'
import type { ApplyCall } from '../../engine/api/api.ts'
import type { KubeObject, ObjectMeta } from '../../engine/api/kube-object.ts'
import {
  type Applied,
  type ManagerEntry,
  applyFields,
  managersOf,
  ownAfterUpdate,
} from '../fields/managers.ts'
import { objectKey } from '../store/table.ts'
import { checkAddress } from './check-object.ts'
import { newObject } from './create-object.ts'
import { filledIn, storedForm } from './fill-in.ts'
import { finishWrite } from './finish-write.ts'
import { withStatus } from './leave-out.ts'
import { type Session, refuse, writerOf } from './session.ts'

/** Server-side apply: makes an object have the fields that a manager names, and no longer those that it named before. */
export function applyObject(session: Session, object: KubeObject, call: ApplyCall): KubeObject {
  checkAddress(session, object)
  const { store, kind, namespace, name } = session
  if (object.metadata['managedFields'] !== undefined)
    throw refuse(session, 'Invalid', 'metadata.managedFields must be nil')
  const before = store.table(kind).get(objectKey(namespace, name))
  checkVersion(session, object, before)

  const { value, managers } = merged(session, { object, before, call })
  return finishWrite(session, {
    object: before === undefined ? newObject(session, value) : filledIn(kind, value),
    before,
    managers: () => managers,
  })
}

// To a server a wrong uid is a change of a constant; to the port it is what a wrong version is, too: another object than was meant.
function checkVersion(session: Session, { metadata }: KubeObject, before: KubeObject | undefined): void {
  if (before === undefined) {
    if (session.subresource) throw refuse(session, 'NotFound')
    if (metadata.uid) throw refuse(session, 'Conflict', 'uid mismatch: no existing object was found')
    return
  }
  if (metadata.resourceVersion && metadata.resourceVersion !== before.metadata.resourceVersion)
    throw refuse(session, 'Conflict')
  // The metadata of a custom object is taken from what is stored before anything else reads it.
  if (session.subresource && !session.kind.mayUpdateBlindly) return
  if (metadata.uid && metadata.uid !== before.metadata.uid)
    throw refuse(session, 'Conflict', 'metadata.uid: field is immutable')
}

interface Application {
  readonly object: KubeObject
  readonly before: KubeObject | undefined
  readonly call: ApplyCall
}

function merged(session: Session, { object, before, call }: Application): { value: KubeObject } & Merged {
  const { kind } = session
  const live = before ?? {
    apiVersion: object.apiVersion,
    kind: object.kind,
    metadata: { name: session.name },
  }
  const result = applyFields({
    live,
    applied: partToApply(session, object),
    schema: kind.schema,
    managers: managersBefore(session, before),
    writer: writerOf(session, call, 'Apply'),
    force: call.force === true,
  })
  if (result.outcome === 'conflict') throw refuse(session, 'Conflict', wordsOf(result))
  const [emptied] = session.kind.mayUpdateBlindly ? [] : result.emptied
  if (emptied !== undefined) throw refuse(session, 'Invalid', `${emptied} must not be null`)
  const value = result.value
  return { value: isObject(value) ? value : live, managers: result.managers }
}

// A field without a known manager belongs to a manager of this name from the first apply on, so that it is not taken unasked.
function managersBefore(session: Session, before: KubeObject | undefined): readonly ManagerEntry[] {
  const known = before === undefined ? [] : managersOf(before)
  if (before === undefined || known.length > 0) return known
  const writer = writerOf(
    { ...session, subresource: undefined },
    { fieldManager: 'before-first-apply' },
    'Update',
  )
  return ownAfterUpdate({ before: {}, after: before, schema: session.kind.schema, managers: [], writer })
}

type Merged = Pick<Extract<Applied, { outcome: 'merged' }>, 'managers'>

function isObject(value: unknown): value is KubeObject {
  return isFields(value) && isFields(value['metadata'])
}

/** What the call may write of what it names: status alone, or all but status, and never what the server keeps. */
function partToApply(session: Session, object: KubeObject): KubeObject {
  const { kind, subresource } = session
  if (subresource === 'status') {
    const { apiVersion, kind: name, status } = object
    return withStatus({ apiVersion, kind: name, metadata: { name: session.name } }, status)
  }
  const stored = storedForm(kind, { ...object, metadata: headToApply(object.metadata) })
  return kind.hasStatus ? withStatus(stored, undefined) : stored
}

function headToApply(metadata: ObjectMeta): ObjectMeta {
  const { name, labels, annotations, finalizers, ownerReferences } = metadata
  const head = { labels, annotations, finalizers, ownerReferences }
  return { name, ...Object.fromEntries(Object.entries(head).filter(([, value]) => value !== undefined)) }
}

function wordsOf({ with: conflicts }: Extract<Applied, { outcome: 'conflict' }>): string {
  return conflicts
    .map(({ manager, paths }) => `conflict with "${manager}": ${paths.slice(0, 3).join(', ')}`)
    .join('; ')
}
