import type { ClusterState } from '../api/schema/cluster-fitout-schema.ts'
import { readInstant, instantOf, type StepStatus } from '../plan/step-status.ts'
import type { Cause } from '../plan/sum-up.ts'
import { type FleetCluster, type FleetPlan, idOf } from './fleet-snapshot.ts'
import { fittedOutMs } from './time-in-state.ts'

/**
 * A cluster as lists of a whole fleet carry it over a network: short, because there are thousands. Times are whole seconds
 * since 1970. What has nothing to say is left out.
 */
export interface FleetRow {
  /** `prod/blue`. */
  readonly id: string
  /** The Fitout that has it, in the same namespace. */
  readonly fitout: string
  readonly k8s?: string
  readonly state: ClusterState
  /** The position of the step that it is at, from 0. */
  readonly at?: number
  readonly since?: number
  readonly started?: number
  /** How long it took until all its steps were ready, in seconds. */
  readonly took?: number
  /** A letter for the state of each step, in the order of the Fitout: see `STEP_LETTERS`. */
  readonly steps: string
  /** What is known of the steps that have begun and are not ready, and of ready ones that cannot be read. */
  readonly open?: readonly OpenStep[]
  readonly cause?: RowCause
  readonly labels?: Readonly<Record<string, string>>
}

/** A step of which more is to be said than its state. Times are seconds since 1970. */
export interface OpenStep {
  /** Its position, from 0. */
  readonly step: number
  readonly since?: number
  readonly opened?: number
  readonly ready?: number
  readonly unread?: number
  readonly unproven?: number
}

/** A cause, with the position of its step. */
export interface RowCause extends Omit<Cause, 'step' | 'since' | 'source' | 'readError'> {
  readonly step?: number
  readonly since?: number
}

/** The letter of each state of a step. */
export const STEP_LETTERS: Readonly<Record<StepStatus['state'], string>> = {
  Waiting: 'w',
  Held: 'h',
  Delivering: 'd',
  Proving: 'p',
  Ready: 'r',
  Stuck: 's',
  Failed: 'f',
}

/** Makes the row of a cluster. */
export function rowOf(cluster: FleetCluster): FleetRow {
  const { kubernetesVersion, state, steps, step, cause, labels } = cluster
  const took = fittedOutMs(cluster)
  const open = steps.flatMap(openStepOf)
  const at = positionOf(step, steps)
  return {
    id: idOf(cluster),
    fitout: cluster.fitout,
    ...(kubernetesVersion === undefined ? {} : { k8s: kubernetesVersion }),
    state,
    ...(at === undefined ? {} : { at }),
    ...secondsOf({ since: cluster.since, started: cluster.startedAt }),
    ...(took === undefined ? {} : { took: Math.round(took / 1000) }),
    steps: steps.map(one => STEP_LETTERS[one.state]).join(''),
    ...(open.length === 0 ? {} : { open }),
    ...(cause === undefined ? {} : { cause: rowCause(cause, steps) }),
    ...(Object.keys(labels).length === 0 ? {} : { labels }),
  }
}

/**
 * The cluster of a row, for everything that works on clusters of a fleet: queries, counts, words. Of its steps the row knows
 * less than a snapshot does.
 */
export function clusterOfRow(row: FleetRow, plans: readonly FleetPlan[]): FleetCluster {
  const [namespace = '', name = ''] = row.id.split('/')
  const plan = plans.find(one => one.namespace === namespace && one.name === row.fitout)
  const nameOf = (position: number) => plan?.steps[position]?.name ?? `step-${position + 1}`
  const at = row.at === undefined ? undefined : nameOf(row.at)
  return {
    namespace,
    name,
    labels: row.labels ?? {},
    fitout: row.fitout,
    ...(row.k8s === undefined ? {} : { kubernetesVersion: row.k8s }),
    state: row.state,
    ...(at === undefined ? {} : { step: at }),
    ...instantsOf({ startedAt: row.started, since: row.since }),
    steps: Array.from(row.steps, (letter, index) => {
      const open = row.open?.find(({ step }) => step === index)
      const { since, opened, ready, unread, unproven } = open ?? {}
      return {
        name: nameOf(index),
        state: stateOfLetter(letter),
        ...instantsOf({
          since,
          openedAt: opened,
          readyAt: ready,
          unreadSince: unread,
          unprovenSince: unproven,
        }),
      }
    }),
    ...(row.cause === undefined ? {} : { cause: causeOfRow(row.cause, nameOf) }),
  }
}

function openStepOf(step: StepStatus, index: number): readonly OpenStep[] {
  const { state, since, openedAt, readyAt, unreadSince, unprovenSince } = step
  const isQuiet = unreadSince === undefined && unprovenSince === undefined
  if ((state === 'Waiting' || state === 'Ready') && isQuiet) return []
  const times = { since, opened: openedAt, ready: readyAt, unread: unreadSince, unproven: unprovenSince }
  return [{ step: index, ...secondsOf(times) }]
}

function rowCause(cause: Cause, steps: readonly StepStatus[]): RowCause {
  const { reason, message, actor, next, since } = cause
  const step = positionOf(cause.step, steps)
  return {
    reason,
    message,
    ...(actor === undefined ? {} : { actor }),
    ...(next === undefined ? {} : { next }),
    ...(step === undefined ? {} : { step }),
    ...secondsOf({ since }),
  }
}

function causeOfRow({ step, since, ...cause }: RowCause, nameOf: (position: number) => string): Cause {
  return { ...cause, ...(step === undefined ? {} : { step: nameOf(step) }), ...instantsOf({ since }) }
}

function positionOf(name: string | undefined, steps: readonly StepStatus[]): number | undefined {
  const index = steps.findIndex(one => one.name === name)
  return index === -1 ? undefined : index
}

function secondsOf<Key extends string>(
  instants: Readonly<Record<Key, string | undefined>>,
): { readonly [K in Key]?: number } {
  const found: { [K in Key]?: number } = {}
  for (const key in instants) {
    const milliseconds = readInstant(instants[key])
    if (milliseconds !== undefined) found[key] = Math.floor(milliseconds / 1000)
  }
  return found
}

function instantsOf<Key extends string>(
  seconds: Readonly<Record<Key, number | undefined>>,
): { readonly [K in Key]?: string } {
  const found: { [K in Key]?: string } = {}
  for (const key in seconds) {
    const second = seconds[key]
    if (second !== undefined) found[key] = instantOf(second * 1000)
  }
  return found
}

const states = ['Waiting', 'Held', 'Delivering', 'Proving', 'Ready', 'Stuck', 'Failed'] as const

function stateOfLetter(letter: string): StepStatus['state'] {
  return states.find(state => STEP_LETTERS[state] === letter) ?? 'Waiting'
}
