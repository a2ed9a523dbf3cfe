import type { Entry } from '../../domain/apply/inventory.ts'
import { ownershipOf } from '../../domain/apply/ownership.ts'
import { findBuiltInKind } from '../../domain/kinds/built-in-kinds.ts'
import { apiGroup } from '../../domain/object/api-group.ts'
import { isDefinition } from '../../domain/pack/custom-kinds.ts'
import { identityOf, isNamespace } from '../../domain/pack/manifest.ts'
import { type ApiError, hasCode } from '../../engine/api/api-error.ts'
import type { ObjectRef, Resource } from '../../engine/api/api.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { findLive, objectRefOf, untilGone } from './live-object.ts'
import { type ApplyRun, type ObjectResult, checkStopped, describeObject } from './run-state.ts'
import { whatStaysIn } from './what-stays-in.ts'

const ATTEMPTS = 10

/** Deletes what was applied once and is no longer in Git, stage by stage, each when the one before is gone. */
export async function deleteObjects(
  run: ApplyRun,
  stages: readonly (readonly Entry[])[],
): Promise<readonly ObjectResult[]> {
  const results: ObjectResult[] = []
  for (const stage of stages) {
    // The controller that cleans up behind an object must not go before it.
    const held = results.find(({ code }) => code !== undefined)
    const outcomes = held
      ? stage.map(entry => waiting(run, entry, held))
      : await deleteStage({ ...run, gone: run.isDryRun ? deletedIn(results) : nothing }, stage)
    results.push(...outcomes)
  }
  return results
}

/** A run, and what a dry run has shown as deleted: on the cluster it is still there. */
interface Deleting extends ApplyRun {
  readonly gone: ReadonlySet<string>
}

const nothing: ReadonlySet<string> = new Set()

function deletedIn(results: readonly ObjectResult[]): ReadonlySet<string> {
  return new Set(results.filter(({ action }) => action === 'deleted').map(({ object }) => identityOf(object)))
}

function waiting({ tell }: ApplyRun, entry: Entry, { object }: ObjectResult): ObjectResult {
  const { result } = kept(entry, `it waits until ${describeObject(object)} is gone`)
  tell(result)
  return result
}

async function deleteStage(run: Deleting, stage: readonly Entry[]): Promise<readonly ObjectResult[]> {
  const results: ObjectResult[] = []
  const finish = (result: ObjectResult): void => {
    run.tell(result)
    results.push(result)
  }
  const going: Going[] = []
  for (const entry of stage) {
    checkStopped(run)
    const outcome = await deleteOne(run, entry)
    if ('going' in outcome) going.push({ ...outcome.going, entry })
    else finish(outcome.result)
  }
  for (const { entry, ref, uid } of going) {
    if (await untilGone(run, ref, uid)) finish({ object: entry, action: 'deleted' })
    else finish(kept(entry, 'it is being deleted, and was not gone in time', 'TooLate').result)
  }
  return results
}

interface Going {
  readonly ref: ObjectRef
  readonly uid: string | undefined
  readonly entry: Entry
}

type Outcome = { readonly result: ObjectResult } | { readonly going: Omit<Going, 'entry'> }

/** One attempt cannot be made: the permission for a step of it is missing. */
class NotAllowed extends Error {
  override readonly name = 'NotAllowed'
}

async function allowed<T>(step: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!hasCode(error, 'Forbidden')) throw error
    throw new NotAllowed(`you are not allowed to ${step}`)
  }
}

/** Faults of one object. After all others no further object can be deleted either. */
const objectFaults = ['Conflict', 'Denied', 'Invalid', 'NotFound', 'ServerError'] as const

async function deleteOne(run: Deleting, entry: Entry): Promise<Outcome> {
  // Between the look and the deletion someone may write to it: then it is looked at again.
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptDeletion(run, entry)
    } catch (error) {
      if (error instanceof NotAllowed) return kept(entry, error.message, 'Forbidden')
      if (hasCode(error, 'Conflict', 'NotFound') && attempt < ATTEMPTS) continue
      if (!hasCode(error, ...objectFaults)) throw error
      return kept(entry, whyKept(error), error.code)
    }
  }
}

async function attemptDeletion(run: Deleting, entry: Entry): Promise<Outcome> {
  const resource = await allowed('list customresourcedefinitions', () => resourceFor(run, entry))
  if (resource === 'gone') return { result: gone(entry) }
  if (resource === 'unknown')
    return kept(entry, `the server no longer serves ${entry.kind} of ${entry.apiVersion}`)
  const ref = objectRefOf(resource, entry)
  const live = await allowed('get it', () => findLive(run, ref))
  if (!live) return { result: gone(entry) }
  const reason = await whyNot(run, entry, live)
  if (reason) return { result: reason }
  return allowed('delete it', () => deleteLive(run, { entry, ref, live }))
}

interface Deletion {
  readonly entry: Entry
  readonly ref: ObjectRef
  readonly live: KubeObject
}

async function deleteLive(run: ApplyRun, { entry, ref, live }: Deletion): Promise<Outcome> {
  const { uid, resourceVersion, deletionTimestamp } = live.metadata
  if (run.isDryRun) return { result: { object: entry, action: 'deleted' } }
  if (deletionTimestamp === undefined)
    await run.api.delete(ref, {
      ...(uid === undefined ? {} : { uid }),
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
      propagation: 'Background',
    })
  return { going: { ref, uid } }
}

// Every cluster has them. The last one holds only Leases, of nodes, which anywhere else nobody would miss.
const ofKubernetes = new Set(['default', 'kube-system', 'kube-public', 'kube-node-lease'])

/** Why an object is not deleted; undefined if it is. */
async function whyNot(run: Deleting, entry: Entry, live: KubeObject): Promise<ObjectResult | undefined> {
  const keeper = ownershipOf(live, run.owner)
  if (keeper.kind === 'protected')
    return { object: entry, action: 'released', note: 'its annotation fitout.dev/prune says so' }
  if (keeper.kind === 'other') return { object: entry, action: 'released', note: `${keeper.who} keeps it` }
  if (isNamespace(entry) && ofKubernetes.has(entry.name))
    return { object: entry, action: 'released', note: 'Kubernetes itself needs it' }
  if (live.metadata.deletionTimestamp !== undefined) return undefined
  if (!isNamespace(entry) && !isDefinition(entry)) return undefined
  const stays = await whatStaysIn(run, { entry, gone: run.gone })
  return stays === undefined ? undefined : kept(entry, stays).result
}

function gone(entry: Entry): ObjectResult {
  return { object: entry, action: 'deleted', note: 'it was already deleted' }
}

/** With a code it is a failure; without one it is as it should be. */
function kept(entry: Entry, note: string, code?: ObjectResult['code']): { readonly result: ObjectResult } {
  return { result: { object: entry, action: 'kept', note, ...(code === undefined ? {} : { code }) } }
}

function whyKept({ code, detail }: ApiError): string {
  return code === 'Conflict'
    ? 'another client keeps changing it'
    : (detail ?? `the server responds with ${code}`)
}

async function resourceFor({ kinds }: ApplyRun, entry: Entry): Promise<Resource | 'gone' | 'unknown'> {
  const { apiVersion, kind } = entry
  const group = apiGroup(apiVersion)
  const isBuiltIn = findBuiltInKind(group, kind) !== undefined
  // Versions go with upgrades of a cluster; objects stay.
  for (const version of [apiVersion, ...(isBuiltIn && group !== '' ? [`${group}/v1`] : [])]) {
    const resource = await kinds.findServed(version, kind)
    if (resource) return resource
  }
  if (isBuiltIn) return 'unknown'
  // Objects go with the definition of their kind. With another version of it they are still there.
  return (await kinds.findInOtherVersion(apiVersion, kind)) ?? 'gone'
}
