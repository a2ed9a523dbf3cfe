import { qualifiedName } from '../../domain/object/qualified-name.ts'
import type { Decision } from '../../domain/plan/decide.ts'
import { isStatusChange } from '../../domain/plan/is-status-change.ts'
import { hasCode } from '../../engine/api/api-error.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { type WriteContext, hasReadyCondition, writeCondition, writeStatus } from './act.ts'
import { isEqual } from '../../domain/object/is-equal.ts'

/**
 * Writes what was decided: the status, and the condition of the Cluster.
 *
 * A new fact is written at once, unless there were very many lately. Another wording of the same fact waits until the last
 * one is old enough. Gives the milliseconds until then, or undefined when nothing is left to write.
 */
export async function publishStatus(
  context: WriteContext,
  clusterFitout: KubeObject,
  { status, ready }: Pick<Decision, 'status' | 'ready'>,
): Promise<number | undefined> {
  const { throttle, fact, cluster } = context
  const isSaid = isEqual(clusterFitout['status'], status)
  if (isSaid && (!ready || hasReadyCondition(cluster, ready))) return undefined
  const key = qualifiedName(fact)
  const dueInMs = throttle.dueInMs(key, {
    isStatusChange: !isSaid && isStatusChange(clusterFitout['status'], status),
  })
  if (dueInMs > 0) return dueInMs
  try {
    await writeStatus(context, clusterFitout, status)
  } catch (error) {
    // Whatever refuses the long words: that it is not ready must be said. Unless the decision itself is out of date.
    if (ready && ready.status !== 'True' && !hasCode(error, 'Conflict')) await writeCondition(context, ready)
    throw error
  }
  await writeCondition(context, ready)
  throttle.said(key)
  return undefined
}
