import { isFields, partOf, textIn } from '../../domain/object/fields.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { Model, Store } from '../store/store.ts'

/** When a step of a cluster began and was first ready, in milliseconds since its API server answered. */
export interface StepTimes {
  readonly startedMs?: number
  readonly readyMs?: number
}

/** Remembers when what happened to each cluster, by namespace and name. */
export class StepRecord {
  readonly #times = new Map<string, Map<string, StepTimes>>()
  readonly #answered = new Map<string, number>()
  readonly #states = new Map<string, string>()
  readonly #moving = new Set<string>()
  /** When a cluster or one of its steps last came to another state. */
  changedMs = 0

  /** A model of the management cluster that writes into it. `onAnswer` hears of each API server that answers for the first time. */
  model(store: Store, onAnswer: (key: string) => void): Model {
    return {
      changed: ({ group, kind }, { key, after }) => {
        if (after === undefined) return
        if (group === 'fitout.dev' && kind === 'ClusterFitout') this.#look(key, after, store.clock.elapsed())
        if (group !== 'cluster.x-k8s.io' || kind !== 'Cluster' || this.#answered.has(key)) return
        if (partOf(partOf(after, 'status'), 'initialization')['controlPlaneInitialized'] !== true) return
        this.#answered.set(key, store.clock.elapsed())
        onAnswer(key)
      },
      restored: () => undefined,
    }
  }

  timesOf(key: string, step: string): StepTimes {
    return this.#times.get(key)?.get(step) ?? {}
  }

  /** Whether a cluster may yet come to another state by itself. */
  get isMoving(): boolean {
    return this.#moving.size > 0
  }

  #look(key: string, fitout: KubeObject, now: number): void {
    const status = partOf(fitout, 'status')
    const steps = (Array.isArray(status['steps']) ? status['steps'] : []).filter(isFields)
    const state = textIn(status, 'state')
    const words = [state, ...steps.map(step => textIn(step, 'state'))].join()
    if (this.#states.get(key) === words) return
    this.#states.set(key, words)
    this.changedMs = now
    if (state === 'FittingOut' || state === 'Unknown') this.#moving.add(key)
    else this.#moving.delete(key)
    const answered = this.#answered.get(key)
    if (answered !== undefined) for (const step of steps) this.#time(key, step, now - answered)
  }

  #time(key: string, step: Readonly<Record<string, unknown>>, now: number): void {
    const [name, state] = [textIn(step, 'name'), textIn(step, 'state')]
    const times = this.#times.get(key) ?? new Map<string, StepTimes>()
    const known = times.get(name) ?? {}
    const hasStarted = state !== 'Waiting' && state !== 'Held'
    times.set(name, {
      ...(hasStarted ? { startedMs: now } : {}),
      ...(state === 'Ready' ? { readyMs: now } : {}),
      ...known,
    })
    this.#times.set(key, times)
  }
}
