import type { FleetCluster, FleetPlan, FleetStep } from '../../domain/fleet/fleet-snapshot.ts'
import { tookMs } from '../../domain/fleet/time-in-state.ts'
import type { StepStatus } from '../../domain/plan/step-status.ts'
import { DurationError } from '../../domain/quantity/duration-error.ts'
import { parseDuration } from '../../domain/quantity/parse-duration.ts'
import type { TimelineSpan, TimelineStep } from '../api/cluster-response.ts'
import { sumDurations } from './quantiles.ts'

/** A cluster, its plan, and the clusters that it is compared with. */
export interface TimelineSubject {
  readonly cluster: FleetCluster
  readonly plan: FleetPlan | undefined
  /** All of the same Fitout. */
  readonly alike: readonly FleetCluster[]
}

/** A line for each step. What nobody wrote down is not drawn. */
export function timelineOf(subject: TimelineSubject): readonly TimelineStep[] {
  return subject.cluster.steps.map(step => timelineStep(step, subject))
}

/** The line of one step. */
export function timelineStep(step: StepStatus, { cluster, plan, alike }: TimelineSubject): TimelineStep {
  const { name, state } = step
  const planned = plan?.steps.find(one => one.name === name)
  const timeout = planned && secondsIn(planned.timeout)
  const { median } = sumDurations(
    alike.flatMap(({ steps }) => steps.filter(one => one.name === name).map(tookMs)),
  )
  const waitsFor = state === 'Waiting' ? unreadyOf(neededBy(name, plan), cluster) : []
  return {
    step: name,
    state,
    spans: spansOf(step),
    ...(timeout === undefined ? {} : { timeout }),
    ...(median === undefined ? {} : { median }),
    ...(waitsFor.length === 0 ? {} : { waitsFor }),
  }
}

// The status holds the times of the gate, of the proof, and of the state that a step is in.
function spansOf({ state, since, openedAt, readyAt }: StepStatus): readonly TimelineSpan[] {
  const start = openedAt ?? since
  if (start === undefined || state === 'Waiting') return []
  if (state === 'Ready') return [{ state: 'FittingOut', start, end: readyAt ?? since ?? start }]
  const entered = since ?? start
  const before = readyAt ?? entered
  const worked: readonly TimelineSpan[] = before > start ? [{ state: 'FittingOut', start, end: before }] : []
  return [...worked, { state, start: entered }]
}

/** The steps that a step depends on: the one before it, unless its Fitout says otherwise. */
export function neededBy(step: string, plan: FleetPlan | undefined): readonly string[] {
  const steps = plan?.steps ?? []
  const index = steps.findIndex(({ name }) => name === step)
  return steps[index]?.dependsOn ?? previousOf(steps, index)
}

function previousOf(steps: readonly FleetStep[], index: number): readonly string[] {
  const before = index > 0 ? steps[index - 1] : undefined
  return before ? [before.name] : []
}

function unreadyOf(names: readonly string[], { steps }: FleetCluster): readonly string[] {
  return names.filter(name => steps.find(one => one.name === name)?.state !== 'Ready')
}

/** The seconds of a duration as Fitouts have it; undefined for one that is none. */
export function secondsIn(duration: string): number | undefined {
  try {
    return Number(parseDuration(duration) / 1_000_000_000n)
  } catch (error) {
    if (error instanceof DurationError) return undefined
    throw error
  }
}
