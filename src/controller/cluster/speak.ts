import type { Decision } from '../../domain/plan/decide.ts'
import { isNews } from '../../domain/plan/is-news.ts'
import { hasCode } from '../../engine/api/api-error.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { type Acting, saysReady, writeCondition, writeStatus } from './act.ts'
import { isEqual } from '../../domain/identity/is-equal.ts'

/**
 * Says what was decided: the status, and the condition of the Cluster.
 *
 * What is new is said at once, unless there was very much of it lately. Other words for the same wait until the last
 * ones have stood for a while. Gives the milliseconds until then, or undefined when nothing is left to say.
 */
export async function speak(
  acting: Acting,
  clusterFitout: KubeObject,
  { status, ready }: Pick<Decision, 'status' | 'ready'>,
): Promise<number | undefined> {
  const { pace, fact, cluster } = acting
  const isSaid = isEqual(clusterFitout['status'], status)
  if (isSaid && (!ready || saysReady(cluster, ready))) return undefined
  const key = `${fact.namespace}/${fact.name}`
  const dueInMs = pace.dueInMs(key, { isNews: !isSaid && isNews(clusterFitout['status'], status) })
  if (dueInMs > 0) return dueInMs
  try {
    await writeStatus(acting, clusterFitout, status)
  } catch (error) {
    // Whatever refuses the long words: that it is not ready must be said. Unless the decision itself is out of date.
    if (ready && ready.status !== 'True' && !hasCode(error, 'Conflict')) await writeCondition(acting, ready)
    throw error
  }
  await writeCondition(acting, ready)
  pace.said(key)
  return undefined
}
