import type { StepStatus } from '../plan/step-status.ts'
import { type Tone, toneOf } from '../words/state-words.ts'
import type { FleetCluster } from './fleet-snapshot.ts'

/** How a step of a cluster looks. A hold is loud only if it is the cause, and somebody can end it. */
export function stepTone(
  { name, state }: Pick<StepStatus, 'name' | 'state'>,
  { cause }: Pick<FleetCluster, 'cause'>,
): Tone {
  return toneOf(state, cause?.step === name && (cause.actor ?? 'nobody') !== 'nobody')
}
