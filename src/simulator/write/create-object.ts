import type { CreateCall } from '../../engine/api/api.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { below } from '../clock/seeded-random.ts'
import { ownAfterUpdate } from '../fields/managers.ts'
import { objectKey } from '../store/table.ts'
import { checkAddress } from './check-object.ts'
import { filledIn } from './fill-in.ts'
import { finishWrite } from './finish-write.ts'
import { leaveOut, withStatus } from './leave-out.ts'
import { type Session, refuse, writerOf } from './session.ts'

/** Makes an object that is not there yet. */
export function createObject(given: Session, object: KubeObject, call: CreateCall): KubeObject {
  const session = named(given, object)
  checkAddress(session, object)
  const { store, kind, namespace, name } = session
  if (object.metadata.resourceVersion)
    throw refuse(session, 'ServerError', 'resourceVersion should not be set on objects to be created')
  if (store.table(kind).get(objectKey(namespace, name)) !== undefined) throw refuse(session, 'AlreadyExists')

  const writer = writerOf(session, call, 'Update')
  return finishWrite(session, {
    object: newObject(session, object),
    before: undefined,
    managers: after => ownAfterUpdate({ before: {}, after, schema: kind.schema, managers: [], writer }),
  })
}

/** An object as it begins: without status, if that is written apart, and with what the server fills in. */
export function newObject({ kind }: Session, object: KubeObject): KubeObject {
  const { name } = object.metadata
  const metadata = { ...leaveOut(object.metadata, 'deletionTimestamp', 'deletionGracePeriodSeconds'), name }
  return filledIn(kind, { ...(kind.hasStatus ? withStatus(object, undefined) : object), metadata })
}

// The letters that Kubernetes uses: no vowels, nothing that is read wrongly.
const LETTERS = 'bcdfghjklmnpqrstvwxz2456789'

function named(session: Session, { metadata }: KubeObject): Session {
  const prefix = metadata['generateName']
  if (session.name !== '' || typeof prefix !== 'string' || prefix === '') return session
  const suffix = Array.from({ length: 5 }, () => LETTERS[below(session.store.random, LETTERS.length)])
  return { ...session, name: `${prefix}${suffix.join('')}` }
}
