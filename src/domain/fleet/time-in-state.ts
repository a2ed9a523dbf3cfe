import { parseDuration } from '../quantity/parse-duration.ts'
import { DurationError } from '../quantity/duration-error.ts'
import { readInstant, type StepStatus } from '../plan/step-status.ts'
import { durationWords } from '../words/duration-words.ts'
import type { FleetCluster, FleetSnapshot } from './fleet-snapshot.ts'

/** Since when a cluster is in its state, and how long its step may take, in milliseconds. A hold has no limit. */
export interface TimeInState {
  readonly since: number | undefined
  readonly timeoutMs: number | undefined
}

/** The step that a cluster is shown with: the one of its cause, or the one in front. */
export function stepOf({
  steps,
  step,
  cause,
}: Pick<FleetCluster, 'steps' | 'step' | 'cause'>): StepStatus | undefined {
  const wanted = cause?.step ?? step
  return steps.find(({ name }) => name === wanted)
}

/** Says for how long a cluster is in its state. For a step that runs, that is the time since its gate was opened. */
export function timeInState(cluster: FleetCluster, fleet: Pick<FleetSnapshot, 'fitouts'>): TimeInState {
  const step = stepOf(cluster)
  const isRunning = step !== undefined && startOf(step) !== undefined && isTimed(cluster)
  if (!isRunning) return { since: readInstant(cluster.since), timeoutMs: undefined }
  return timeInStep(step, cluster, fleet)
}

function timeInStep(
  step: StepStatus,
  cluster: FleetCluster,
  fleet: Pick<FleetSnapshot, 'fitouts'>,
): TimeInState {
  const start = startOf(step)
  if (start === undefined) return { since: readInstant(step.since), timeoutMs: undefined }
  return { since: start, timeoutMs: timeoutOf(cluster, step.name, fleet) }
}

/** The time of a cluster in its state, in words: `12m04s`, or `2m10s / 20m` for a step that runs. */
export function timeWords(cluster: FleetCluster, fleet: FleetSnapshot): string {
  return wordsFor(timeInState(cluster, fleet), fleet)
}

/** The time of one of its steps in its state, in the same words. */
export function stepTimeWords(step: StepStatus, cluster: FleetCluster, fleet: FleetSnapshot): string {
  return wordsFor(timeInStep(step, cluster, fleet), fleet)
}

function wordsFor({ since, timeoutMs }: TimeInState, fleet: FleetSnapshot): string {
  const now = readInstant(fleet.asOf)
  if (since === undefined || now === undefined) return '-'
  const spent = durationWords(now - since)
  return timeoutMs === undefined ? spent : `${spent} / ${durationWords(timeoutMs)}`
}

/** How long a step took from its gate to its proof; undefined while it was not proven. */
export function tookMs({ openedAt, readyAt }: Pick<StepStatus, 'openedAt' | 'readyAt'>): number | undefined {
  const [start, end] = [readInstant(openedAt), readInstant(readyAt)]
  return start === undefined || end === undefined ? undefined : end - start
}

/** How long it took from the beginning to the last step that was proven; undefined while one was not. */
export function fittedOutMs({ steps, startedAt }: FleetCluster): number | undefined {
  const ends = steps.map(({ readyAt }) => readInstant(readyAt))
  const start = readInstant(startedAt)
  if (start === undefined || ends.length === 0 || ends.includes(undefined)) return undefined
  return Math.max(...ends.map(end => end ?? start)) - start
}

function isTimed({ state }: FleetCluster): boolean {
  return state === 'FittingOut' || state === 'Stuck' || state === 'Failed'
}

// A step that was ready once and is not any more has the same time again; when that began, only a step that still runs tells.
function startOf({ state, readyAt, openedAt, since }: StepStatus): number | undefined {
  if (state === 'Waiting' || state === 'Held' || state === 'Ready') return undefined
  if (readyAt === undefined) return readInstant(openedAt)
  return state === 'Delivering' || state === 'Proving' ? readInstant(since) : undefined
}

function timeoutOf(
  { namespace, fitout }: FleetCluster,
  step: string,
  { fitouts }: Pick<FleetSnapshot, 'fitouts'>,
): number | undefined {
  const plan = fitouts.find(one => one.namespace === namespace && one.name === fitout)
  const timeout = plan?.steps.find(({ name }) => name === step)?.timeout
  if (timeout === undefined) return undefined
  try {
    return Number(parseDuration(timeout) / 1_000_000n)
  } catch (error) {
    // A snapshot may have been edited by hand.
    if (error instanceof DurationError) return undefined
    throw error
  }
}
