import type { ClusterFitoutStatus } from '../api/schema/cluster-fitout-schema.ts'
import { knownStatus } from './known-status.ts'
import { instantOf } from './step-status.ts'

/** A Fitout that cannot be used, and what was said about the cluster before. */
export interface RefusedFitout {
  readonly now: number
  readonly before: unknown
  readonly fitout: NonNullable<ClusterFitoutStatus['fitout']>
  readonly generation: number
  readonly message: string
}

/** What to say when the plan itself is wrong: everything stays as it was, and a user must fix the plan. */
export function refusedStatus({
  now,
  before,
  fitout,
  generation,
  message,
}: RefusedFitout): ClusterFitoutStatus {
  const known = knownStatus(before) ?? {}
  const was = known.conditions?.find(({ type }) => type === 'Stalled')
  const ready = known.conditions?.find(({ type }) => type === 'Ready')
  const said = { reason: 'FitoutInvalid', message: message.slice(0, 512), observedGeneration: generation }
  const since =
    known.cause?.reason === 'FitoutInvalid' ? (known.cause.since ?? instantOf(now)) : instantOf(now)
  return {
    ...known,
    fitout,
    observedGeneration: generation,
    state: 'Held',
    cause: { reason: said.reason, message: said.message, actor: 'Git', since },
    conditions: [
      { type: 'Ready', status: 'False', ...said, lastTransitionTime: timeOf(ready, 'False', now) },
      { type: 'Stalled', status: 'True', ...said, lastTransitionTime: timeOf(was, 'True', now) },
    ],
  }
}

type Condition = NonNullable<ClusterFitoutStatus['conditions']>[number]

function timeOf(before: Condition | undefined, status: Condition['status'], now: number): string {
  return before?.status === status ? before.lastTransitionTime : instantOf(now)
}
