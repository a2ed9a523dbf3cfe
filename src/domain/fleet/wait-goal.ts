import { durationWords } from '../words/duration-words.ts'
import type { StepStatus } from '../plan/step-status.ts'
import type { FleetCluster } from './fleet-snapshot.ts'
import { fittedOutMs, stepOf, tookMs } from './time-in-state.ts'

/** What a user waits for. */
export type WaitGoal =
  | { readonly kind: 'ready' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'step'; readonly step: string }

/** Reads `ready`, `gone` or `step=flux`; undefined for anything else. */
export function readGoal(text: string): WaitGoal | undefined {
  if (text === 'ready' || text === 'gone') return { kind: text }
  const [, step] = /^step=([a-z0-9-]{1,63})$/.exec(text) ?? []
  return step === undefined ? undefined : { kind: 'step', step }
}

/** Whether it is so. A cluster that is undefined is not there. */
export function isReached(goal: WaitGoal, cluster: FleetCluster | undefined): boolean {
  if (goal.kind === 'gone') return cluster === undefined
  if (goal.kind === 'ready') return cluster?.state === 'Ready'
  return (
    cluster !== undefined && cluster.state !== 'Unknown' && stepNamed(cluster, goal.step)?.state === 'Ready'
  )
}

/** Whether only a user can bring it nearer: the cluster, or the step that is waited for, says so. */
export function hasFailed(goal: WaitGoal, cluster: FleetCluster | undefined): boolean {
  const state = goal.kind === 'step' ? cluster && stepNamed(cluster, goal.step)?.state : cluster?.state
  return goal.kind !== 'gone' && (state === 'Failed' || state === 'Stuck')
}

/** Says that it is so. */
export function reachedWords(goal: WaitGoal, id: string, cluster: FleetCluster | undefined): string {
  if (!cluster) return `${id} is gone`
  if (goal.kind !== 'step') return `${id} is Ready${after(fittedOutMs(cluster))}`
  const step = stepNamed(cluster, goal.step)
  return `${id} is Ready at step ${goal.step}${after(step && tookMs(step))}`
}

/** What it is called. */
export function goalWords(goal: WaitGoal): string {
  if (goal.kind === 'step') return `Ready at step ${goal.step}`
  return goal.kind === 'gone' ? 'gone' : 'Ready'
}

/** Why a cluster is not what a user waits for. */
export function whyNot(goal: WaitGoal, cluster: FleetCluster | undefined): string {
  if (!cluster) return 'there is no such cluster that you are allowed to read'
  if (goal.kind === 'gone') return `it is ${cluster.state}`
  const step = (goal.kind === 'step' ? stepNamed(cluster, goal.step) : undefined) ?? stepOf(cluster)
  if (goal.kind === 'step' && !stepNamed(cluster, goal.step)) return `it has no step ${goal.step}`
  const message = cluster.cause?.step === undefined ? cluster.cause?.message : undefined
  if (message !== undefined) return message
  return step
    ? `step ${step.name} is ${step.state}${step.message === undefined ? '' : `: ${step.message}`}`
    : `it is ${cluster.state}`
}

function stepNamed({ steps }: FleetCluster, wanted: string): StepStatus | undefined {
  return steps.find(({ name }) => name === wanted)
}

function after(milliseconds: number | undefined): string {
  return milliseconds === undefined ? '' : ` after ${durationWords(milliseconds)}`
}
