import { at } from '../check/history/fields.ts'
import type { Scene } from '../swarm/scene.ts'
import { isKept } from '../swarm/cluster-state.ts'

import type { Truth } from './know-truth.ts'
import type { TrueStep } from './step-facts.ts'

/** How long a gate stayed shut although nothing kept it from opening. */
export interface Delay {
  readonly cluster: string
  readonly step: string
  readonly from: number
  readonly to: number
}

const EVERY_MS = 250
/** A fleet in which no gate is to be opened is looked at less often. */
const RARELY_MS = 5_000

/** Measures how soon gates open that may, on clusters with which nothing is wrong, whatever is wrong with others. */
export class DelayWatch {
  readonly #scene: Scene
  readonly #truth: Truth
  readonly #since = new Map<string, Delay>()
  /** Those that have ended, by their gate opening. */
  readonly ended: Delay[] = []
  /** The longest that was seen, whether it ended or not. */
  longest: Delay | undefined

  constructor(scene: Scene, truth: Truth) {
    this.#scene = scene
    this.#truth = truth
    this.#look()
  }

  /** A gate opened. */
  opened(name: string, step: string): void {
    const key = `${name} ${step}`
    const delay = this.#since.get(key)
    if (delay === undefined) return
    this.#since.delete(key)
    this.ended.push(this.#lasts({ ...delay, to: this.#scene.now }))
  }

  #look(): void {
    const isShut = this.#scene.names.map(name => this.#lookAt(name)).includes(true)
    this.#scene.fleet.clock.after(isShut ? EVERY_MS : RARELY_MS, () => this.#look())
  }

  /** Looks at the gates of a cluster; returns whether one is shut. */
  #lookAt(name: string): boolean {
    const labels = this.#scene.cluster(name)?.metadata.labels ?? {}
    const shut = this.#truth.steps.filter(({ gate }) => gate !== undefined && !(gate in labels))
    const isCalm = shut.length > 0 && this.#isCalm(name)
    const untrue: ReadonlyMap<string, string> = isCalm ? this.#truth.untrueSteps(name) : new Map()
    for (const step of this.#truth.steps) {
      const key = `${name} ${step.name}`
      const isFree = isCalm && shut.includes(step) && this.#isFree(name, step, untrue)
      if (!isFree) this.#since.delete(key)
      else this.#wait(key, { cluster: name, step: step.name })
    }
    return shut.length > 0
  }

  #wait(key: string, gate: Pick<Delay, 'cluster' | 'step'>): void {
    const { now } = this.#scene
    const from = this.#since.get(key)?.from ?? now
    this.#since.set(key, this.#lasts({ ...gate, from, to: now }))
  }

  #lasts(delay: Delay): Delay {
    const { longest } = this
    if (longest === undefined || delay.to - delay.from > longest.to - longest.from) this.longest = delay
    return delay
  }

  /** Whether nothing is wrong with a cluster, or with the management cluster. */
  #isCalm(name: string): boolean {
    const cluster = this.#scene.cluster(name)
    if (!isKept(cluster) || !this.#scene.hasPlan) return false
    if (at(cluster, 'status', 'initialization', 'controlPlaneInitialized') !== true) return false
    return this.#scene.hiddenBy(name) === undefined && this.#scene.isCalm(name)
  }

  #isFree(name: string, step: TrueStep, untrue: ReadonlyMap<string, string>): boolean {
    const place = this.#truth.place(name)
    return (
      place !== undefined &&
      step.needs.every(need => !untrue.has(need)) &&
      step.before.every(fact => fact.isShown(place)) &&
      step.packs.every(pack => this.#scene.shown('configmaps', pack) !== undefined)
    )
  }
}

/** The length of the one of which so many of a hundred are not longer. */
export function percentile(lengths: readonly number[], percent: number): number {
  const sorted = lengths.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? 0
}
