import type { ClusterState } from '../api/schema/cluster-fitout-schema.ts'
import { durationWords } from './duration-words.ts'
import type { StepState } from './state-words.ts'

/** What there is to say of where a cluster stands. */
export interface Standing {
  /** Namespace and name. */
  readonly cluster: string
  readonly state: StepState | ClusterState | 'not ready'
  /** The step that it is at; undefined if it is at none. */
  readonly step: string | undefined
  /** All its steps, in their order. */
  readonly steps: readonly string[]
  /** For how long it is there, milliseconds. */
  readonly spentMs: number | undefined
  /** For how long it may be, milliseconds; undefined without a limit. */
  readonly timeoutMs: number | undefined
}

/** Where a cluster stands: `prod/blue is Held at step 5 of 7, karpenter, for 12m04s`. */
export function standingWords({ cluster, state, step, steps, spentMs, timeoutMs }: Standing): string {
  if (step === undefined) return `${cluster} has no step yet`
  const at = steps.includes(step) ? ` ${steps.indexOf(step) + 1} of ${steps.length},` : ''
  const time = spentMs === undefined ? '' : `, for ${durationWords(spentMs)}`
  const isOver = state === 'Stuck' || state === 'Failed'
  const limit =
    isOver && timeoutMs !== undefined ? ` (timeout ${durationWords(timeoutMs)}); still watched` : ''
  return `${cluster} is ${state} at step${at} ${step}${time}${limit}`
}
