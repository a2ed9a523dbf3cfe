import { hasCode } from '../../engine/api/api-error.ts'
import type { ObjectRef, Resource } from '../../engine/api/api.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { type ApplyRun, checkStopped } from './run-state.ts'

const POLL_MS = 500

/** Where an object is. */
export function objectRefOf(
  resource: Resource,
  { namespace, name }: { readonly namespace: string; readonly name: string },
): ObjectRef {
  return { resource, name, ...(resource.scope === 'Cluster' ? {} : { namespace }) }
}

/** An object on the cluster, mostly its metadata alone; undefined if it, or its kind, is not there. */
export async function findLive(
  { api }: ApplyRun,
  ref: ObjectRef,
  { metadataOnly } = { metadataOnly: true },
): Promise<KubeObject | undefined> {
  try {
    return await api.get(ref, { metadataOnly })
  } catch (error) {
    if (hasCode(error, 'NotFound', 'NotServed')) return undefined
    throw error
  }
}

/** Waits until this very object is gone, and returns whether it is before the deadline. */
export async function untilGone(run: ApplyRun, ref: ObjectRef, uid: string | undefined): Promise<boolean> {
  for (;;) {
    const live = await findLive(run, ref)
    if (!live || live.metadata.uid !== uid) return true
    if (run.clock.elapsed() >= run.deadline) return false
    checkStopped(run)
    await run.clock.sleep(POLL_MS, run.signal)
  }
}
