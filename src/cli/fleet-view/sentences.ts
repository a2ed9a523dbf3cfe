import { durationWords } from '../../domain/words/duration-words.ts'
import type { ClusterView, StepView } from './fleet-snapshot.ts'

/** How long a step takes already, and how long it may: `2m10s / 20m`. A hold has no limit; other steps say nothing. */
export function stepTime({ state, since, openedAt, timeoutMs }: StepView, now: number): string {
  if (state === 'Ready' || state === 'Waiting') return ''
  if (state === 'Held') return durationWords(now - (since ?? now))
  return `${durationWords(now - (openedAt ?? since ?? now))} / ${durationWords(timeoutMs)}`
}

/** Where a cluster stands, as `fitout why` begins. */
export function standing({ id, state, steps, at }: ClusterView, now: number): string {
  const step = at === undefined ? undefined : steps[at]
  if (step === undefined || at === undefined) return `${id} is ${state}`
  const since = step.state === 'Held' ? step.since : (step.openedAt ?? step.since)
  const time = since === undefined ? '' : `, for ${durationWords(now - since)}`
  const limit = step.state === 'Stuck' ? ` (timeout ${durationWords(step.timeoutMs)}); still watched` : ''
  return `${id} is ${state} at step ${at + 1} of ${steps.length}, ${step.name}${time}${limit}`
}

/** A number of things: `1 cluster`, `3 clusters`. */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`
}

/** That there is nothing left to do. */
export function allReady(clusters: number, elapsedMs: number): string {
  return `All ${counted(clusters, 'cluster')} are Ready after ${durationWords(elapsedMs)}`
}
