import { encodeUtf8 } from '../bytes/utf8.ts'
import type { ClusterFitout, ClusterState } from '../api/schema/cluster-fitout-schema.ts'
import { sha256Hex } from '../bytes/sha256.ts'
import { readInstant } from '../plan/step-status.ts'
import type { Cause } from '../plan/sum-up.ts'

/** Something about one cluster that people who do not look all the time want to know. */
export interface NotificationFact {
  /** Either an action is necessary, or all is well. */
  readonly kind: 'trouble' | 'ready'
  /** The same for the same fact, whoever tells it and however often. */
  readonly key: string
  readonly cluster: { readonly namespace: string; readonly name: string }
  readonly fitout: NonNullable<NonNullable<ClusterFitout['status']>['fitout']>
  readonly state: ClusterState
  /** `Ready`, or the reason of the cause. */
  readonly reason: string
  /** Empty if it is about no step. */
  readonly step: string
  readonly actor: NonNullable<Cause['actor']>
  readonly sentence: string
  /** What to do first, if it is known. */
  readonly next: string | undefined
  /** Since when the cluster is ready, or is not, or is not known to be. In one such time a fact is reported once. */
  readonly since: string
}

/**
 * How long it is news that a cluster got ready: longer than a message and the next controller need together.
 *
 * @internal
 */
export const READY_NOTICE_MS = 600_000

/** The fact that a ClusterFitout tells; undefined while all continues by itself, or is as it was for long. */
export function factOf({ metadata, status }: ClusterFitout, now: number): NotificationFact | undefined {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready')
  if (status?.state === undefined || status.fitout === undefined || ready === undefined) return undefined
  const { state, fitout, cause } = status
  const about = {
    cluster: { namespace: metadata.namespace ?? '', name: metadata.name },
    fitout,
    state,
    since: ready.lastTransitionTime,
  }
  const keyed = (reason: string, step: string) =>
    digestOf([metadata.uid ?? '', String(fitout.generation), step, reason, about.since])
  if (state === 'Ready') {
    if (now - (readInstant(about.since) ?? 0) > READY_NOTICE_MS) return undefined
    const said = { reason: 'Ready', step: '', actor: 'Nobody', sentence: ready.message } as const
    return { kind: 'ready', key: keyed('Ready', ''), ...about, ...said, next: undefined }
  }
  if (!cause || !needsAction(status)) return undefined
  const { reason, step = '', actor = 'Operator', message: sentence, next } = cause
  return { kind: 'trouble', key: keyed(reason, step), ...about, reason, step, actor, sentence, next }
}

// As the condition Stalled says it; and what cannot be read may be anything.
function needsAction({ state, conditions = [] }: NonNullable<ClusterFitout['status']>): boolean {
  return state === 'Unknown' || conditions.some(({ type, status }) => type === 'Stalled' && status === 'True')
}

/** One short word for many. */
export function digestOf(words: readonly string[]): string {
  return sha256Hex([encodeUtf8(JSON.stringify(words))]).slice(0, 32)
}
