import type { ClusterFitoutStatus } from '../api/schema/cluster-fitout-schema.ts'
import { reasons } from './reason.ts'
import type { StepStatus } from './step-status.ts'

/** Something that became different, worth telling. */
export interface PlanEvent {
  readonly type: 'Normal' | 'Warning'
  readonly reason:
    | 'GateOpened'
    | 'StepReady'
    | 'StepHeld'
    | 'StepFailed'
    | 'StepStuck'
    | 'FittedOut'
    | 'HandOverCleaned'
  /** In the past tense, naming the thing. */
  readonly note: string
  /** The same for the same change, whoever tells it and however often; another one for the next change. */
  readonly id: string
}

/** Returns what became different between two statuses of a cluster. Nothing, when they say the same. */
export function eventsOf(
  before: ClusterFitoutStatus | undefined,
  after: ClusterFitoutStatus,
): readonly PlanEvent[] {
  const steps = (after.steps ?? []).flatMap(step =>
    stepEvents(
      before?.steps?.find(({ name }) => name === step.name),
      step,
    ),
  )
  if (after.state !== 'Ready' || before?.state === 'Ready') return steps
  const since = before?.cause?.since ?? ''
  const note = 'All steps are ready'
  return [...steps, { type: 'Normal', reason: 'FittedOut', note, id: `FittedOut ${since}` }]
}

function stepEvents(before: StepStatus | undefined, after: StepStatus): readonly PlanEvent[] {
  const { name, message = '' } = after
  // The status before is only replaced once its events are reported: so its time names the change, and not the clock.
  const event = (reason: PlanEvent['reason'], note: string): PlanEvent => ({
    type: reason === 'StepFailed' || reason === 'StepStuck' ? 'Warning' : 'Normal',
    reason,
    note,
    id: `${reason} ${name} ${before?.state ?? ''} ${before?.since ?? ''}`,
  })
  const isOpened = after.openedBy === 'Fitout' && before?.openedAt === undefined
  const opened = isOpened ? [event('GateOpened', `Opened the gate of step "${name}"`)] : []
  if (before?.state === after.state) return opened
  switch (after.state) {
    case 'Ready':
      return [...opened, event('StepReady', `Step "${name}" became ready`)]
    case 'Held':
      // What ends by itself is nobody's news.
      return isQuiet(after) ? opened : [...opened, event('StepHeld', `Step "${name}" was held: ${message}`)]
    case 'Failed':
      return [...opened, event('StepFailed', `Step "${name}" failed: ${message}`)]
    case 'Stuck':
      return [...opened, event('StepStuck', `Step "${name}" exceeded its timeout: ${message}`)]
    case 'Waiting':
    case 'Delivering':
    case 'Proving':
      return opened
    default:
      return after.state satisfies never
  }
}

function isQuiet({ reason }: StepStatus): boolean {
  return Object.entries(reasons).some(([name, actor]) => name === reason && actor === 'Nobody')
}
