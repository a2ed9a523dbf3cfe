import type { KubeObject, ObjectMeta } from '../../engine/api/kube-object.ts'
import { seededUuid } from '../clock/seeded-random.ts'
import { adoptObject } from '../store/adopt.ts'
import type { ManagerEntry } from '../fields/managers.ts'
import { objectKey } from '../store/table.ts'
import { checkNamespace, checkObject } from './check-object.ts'
import { type Session, hasSameContent, refuse } from './session.ts'

/** What a write comes down to. */
export interface WriteOutcome {
  readonly object: KubeObject
  readonly before: KubeObject | undefined
  /** Who owns what afterwards, given what is really stored. */
  readonly managers: (stored: KubeObject) => readonly ManagerEntry[]
}

/** Gives an object its head, asks for permission, and stores it if that changes anything. */
export function finishWrite(session: Session, { object, before, managers }: WriteOutcome): KubeObject {
  const allowed = admitted(session, { ...object, metadata: headOf(session, object, before) }, before)
  checkObject(session, allowed, before)
  if (before === undefined) checkNamespace(session)

  const entries = managers(allowed)
  const metadata = { ...allowed.metadata, managedFields: entries.length === 0 ? undefined : entries }
  const next = adoptObject({ ...allowed, metadata }, before)
  if (next === before) return before
  const counted = withGeneration(session, next, before)
  if (session.isDryRun) return counted

  const key = objectKey(session.namespace, session.name)
  const isOver = counted.metadata.deletionTimestamp !== undefined && !isHeld(counted)
  if (!isOver) return session.store.commit(session.kind, { key, after: counted })
  session.store.commit(session.kind, { key, after: undefined })
  return counted
}

/** Whether something keeps a deleted object from going. */
export function isHeld({ metadata, kind, spec }: KubeObject): boolean {
  if ((metadata.finalizers ?? []).length > 0) return true
  return kind === 'Namespace' && hasFinalizers(spec)
}

function hasFinalizers(spec: unknown): boolean {
  return (
    typeof spec === 'object' &&
    spec !== null &&
    'finalizers' in spec &&
    Array.isArray(spec.finalizers) &&
    spec.finalizers.length > 0
  )
}

/** Asks policies and webhooks, and returns the object as they leave it. */
export function admitted(session: Session, object: KubeObject, before: KubeObject | undefined): KubeObject {
  const { store, resource, user, subresource } = session
  const verb = session.verb === 'delete' ? 'delete' : before === undefined ? 'create' : 'update'
  const verdict = store.admit({ resource, verb, subresource, user, object, before })
  if (!verdict.allowed) throw refuse(session, 'Denied', verdict.message)
  return verdict.object ?? object
}

function headOf(session: Session, { metadata }: KubeObject, before: KubeObject | undefined): ObjectMeta {
  const { name, namespace } = session
  const head = withoutEmpty(metadata)
  return { ...head, name, ...(namespace ? { namespace } : {}), ...ownHead(session, before) }
}

// What the caller says of these does not count.
const kept: readonly string[] = [
  'uid',
  'resourceVersion',
  'creationTimestamp',
  'generation',
  'managedFields',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
]

function ownHead({ store, kind }: Session, before: KubeObject | undefined): Partial<ObjectMeta> {
  if (before !== undefined) return only(before.metadata, kept)
  const head = { uid: seededUuid(store.random), creationTimestamp: store.timestamp() }
  return kind.hasGeneration ? { ...head, generation: 1 } : head
}

// The API has no empty maps and lists in the head of an object.
function withoutEmpty(metadata: ObjectMeta): Readonly<Record<string, unknown>> {
  const head: Record<string, unknown> = {}
  for (const name of Object.keys(metadata)) {
    const value = metadata[name]
    const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0
    if (!isEmpty && !kept.includes(name)) head[name] = value
  }
  return head
}

function only(metadata: ObjectMeta, names: readonly string[]): Partial<ObjectMeta> {
  const head: Record<string, unknown> = {}
  for (const name of Object.keys(metadata)) if (names.includes(name)) head[name] = metadata[name]
  return head
}

// Equal parts are the same object by now.
function withGeneration({ kind }: Session, object: KubeObject, before: KubeObject | undefined): KubeObject {
  if (before === undefined || !kind.hasGeneration) return object
  if (hasSameContent(kind, before, object)) return object
  return { ...object, metadata: { ...object.metadata, generation: (before.metadata.generation ?? 0) + 1 } }
}
