import { findObject } from '../../engine/api/find-object.ts'
import { qualifiedName } from '../../domain/object/qualified-name.ts'
import { listFirst } from '../../domain/text/list-first.ts'
import { names } from '../../domain/api/api-names.ts'
import { isFields } from '../../domain/object/fields.ts'
import { addresseeHold } from '../../domain/hand-over/wrap/addressees.ts'
import type { WrappedHandOver } from '../../domain/hand-over/wrap/wrap-hand-over.ts'
import type { Hold } from '../../domain/plan/cluster-facts.ts'
import type { HandOverDecision } from '../../domain/plan/withdrawal.ts'
import { readSource } from '../../domain/resource-set/source.ts'
import { hashSource } from '../../domain/resource-set/hash-source.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { resources } from '../world/resources.ts'
import { type WriteContext, saw } from './act.ts'
import { isEqual } from '../../domain/object/is-equal.ts'
import { addresseesOf } from '../management/management.ts'
import { fieldIn } from '../management/read-cluster.ts'
import { handOverHoldOf } from './refused-write.ts'
import { withdraw } from './release.ts'
import { writeEvents } from './write-events.ts'

const fieldManager = names.fieldManager

/** Withdraws what is to go, and writes what is handed over and not written yet. Gives what could not be written, by step. */
export async function writeHandOvers(
  context: WriteContext,
  { withdraws, writes }: HandOverDecision,
  handOvers: ReadonlyMap<string, WrappedHandOver>,
): Promise<ReadonlyMap<string, Hold>> {
  const holds = new Map<string, Hold>()
  await withdraw(context, withdraws)
  if (!writes) return holds
  for (const [step, wrapped] of handOvers) {
    const refused = await refusalOf(() => writeHandOver(context, wrapped))
    if (refused) holds.set(step, refused)
    // Who does not answer for one does not for the next: the status is waiting.
    if (refused?.reason === 'HandOverNotWritten') break
  }
  return holds
}

async function refusalOf(write: () => Promise<void>): Promise<Hold | undefined> {
  try {
    await write()
    return undefined
  } catch (error) {
    const refused = handOverHoldOf(error)
    if (!refused) throw error
    return refused
  }
}

async function writeHandOver(
  context: WriteContext,
  { resourceSet, secret, hash }: WrappedHandOver,
): Promise<void> {
  const { world, management, fact, call } = context
  // Before the Secret is written it must be certain that no other cluster receives it.
  if (addresseeHold(resourceSet, fact, addresseesOf(management, fact))) return
  const set = asObject(resourceSet)
  const key = `${fact.namespace}/${set.metadata.name}`
  // What was just written is there, whether it was heard of or not.
  if (!management.resourceSet.isBehind(key) && !isWritten(management.resourceSet.get(key), set)) {
    const how = { ...call, fieldManager, force: true }
    saw(management.resourceSet, await world.management.apply(resources.resourceSet, set, how))
  }
  const wanted = asObject(secret)
  const found = await readSecret(context, set.metadata.name)
  const foreign = found ? foreignKeys(found, wanted) : []
  if (found && foreign.length > 0) await removeTampered(context, found, foreign)
  else if (found && hashSource(readSource(found)) === hash) return
  await world.management.apply(resources.secret, wanted, { ...call, fieldManager, force: true })
}

/** The keys of a Secret that are not Fitout's. Cluster API would deliver what is in them. */
function foreignKeys(found: KubeObject, wanted: KubeObject): readonly string[] {
  const own = new Set(keysOf(wanted))
  return keysOf(found).filter(key => !own.has(key))
}

function keysOf({ data }: KubeObject): readonly string[] {
  return Object.keys(isFields(data) ? data : {})
}

// An apply takes nothing away that others have added: what carries it goes, and is recreated.
async function removeTampered(
  context: WriteContext,
  { metadata }: KubeObject,
  foreign: readonly string[],
): Promise<void> {
  const { world, fact, call } = context
  const { name, uid, resourceVersion } = metadata
  const keys = foreign.toSorted().map(key => JSON.stringify(key))
  const note = `Removed keys that Fitout did not write from Secret "${name}": ${listFirst(keys)}`
  const id = `HandOverCleaned ${name} ${resourceVersion}`
  await writeEvents(context, [{ type: 'Warning', reason: 'HandOverCleaned', note, id }])
  world.log.warn('removed foreign keys from a hand-over', {
    cluster: qualifiedName(fact),
    secret: name,
    keys: foreign,
  })
  await world.management.delete(
    { resource: resources.secret, namespace: fact.namespace, name },
    {
      ...call,
      ...(uid === undefined ? {} : { uid }),
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
    },
  )
}

// Whoever changed it might send the values elsewhere. What the server filled in besides is not looked at.
function isWritten(found: KubeObject | undefined, { spec }: KubeObject): boolean {
  const wanted = typeof spec === 'object' && spec !== null ? Object.entries(spec) : []
  return found !== undefined && wanted.every(([key, value]) => isEqual(fieldIn(found['spec'], key), value))
}

async function readSecret(
  { world, fact, call }: WriteContext,
  name: string,
): Promise<KubeObject | undefined> {
  return findObject(world.management, { resource: resources.secret, namespace: fact.namespace, name }, call)
}

function asObject(content: WrappedHandOver['secret']): KubeObject {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made by wrapHandOver, with its head
  return content as unknown as KubeObject
}
