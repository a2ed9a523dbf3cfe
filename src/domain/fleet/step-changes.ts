import type { StepStatus } from '../plan/step-status.ts'
import { durationWords } from '../words/duration-words.ts'
import type { FleetCluster } from './fleet-snapshot.ts'
import { tookMs } from './time-in-state.ts'

/** The steps of a cluster that became another than they were. A step that waits has nothing to tell. */
export function stepChanges(before: FleetCluster | undefined, after: FleetCluster): readonly StepStatus[] {
  return after.steps.filter(step => {
    const was = before?.steps.find(({ name }) => name === step.name)
    return step.state !== 'Waiting' && (was?.state !== step.state || was.reason !== step.reason)
  })
}

/** The steps that a cluster is at: those that are neither done nor waiting. */
export function openSteps({ steps }: FleetCluster): readonly StepStatus[] {
  return steps.filter(({ state }) => state !== 'Waiting' && state !== 'Ready')
}

/** What there is to say of a step that became another: how long it took, or what it waits for. */
export function changeText(step: StepStatus): string {
  const { state, message = '', since, readyAt } = step
  if (state !== 'Ready') return message
  const took = tookMs(step)
  // One that is ready once more did not take that long.
  return took === undefined || readyAt !== since ? '' : durationWords(took)
}
