import { isTrue } from '../../src/simulator/models/conditions.ts'
import { textAt } from '../check/history/fields.ts'
import type { Scene } from '../swarm/scene.ts'
import type { Truth } from './know-truth.ts'

/** Where a cluster is called ready: in its ClusterFitout, on the Cluster itself, and in the figures. */
export const voices = ['status', 'FitoutReady', 'metrics'] as const

export type Voice = (typeof voices)[number]

/** A time in which something was called ready that was not. */
export interface Lie {
  readonly voice: Voice
  readonly cluster: string
  readonly from: number
  readonly to: number
  /** What was not so when it began. */
  readonly about: string
}

const EVERY_MS = 5_000

/** Looks at the truth from the first moment on, and remembers for how long each cluster was called ready and was not. */
export class LieWatch {
  readonly #scene: Scene
  readonly #truth: Truth
  readonly #now = new Map<string, Lie>()
  readonly #longest = new Map<string, Lie>()
  readonly #trueAt = new Map<string, number>()
  /** When a cluster could last be read. */
  readonly #seenAt = new Map<string, number>()
  /** What was called ready before it was. */
  readonly early: string[] = []

  constructor(scene: Scene, truth: Truth) {
    this.#scene = scene
    this.#truth = truth
    this.#look()
  }

  /** The longest lie about each cluster in each place. */
  get lies(): readonly Lie[] {
    return [...this.#longest.values()]
  }

  /** When a cluster could last be called ready: it was, as far as anybody could see, or nobody could take it back. */
  trueAt(name: string): number {
    const { now } = this.#scene
    const seenAt = this.#scene.hiddenBy(name) === undefined ? now : (this.#seenAt.get(name) ?? -Infinity)
    return Math.max(Math.min(this.#truth.trueAt(name), seenAt), this.#trueAt.get(name) ?? -Infinity)
  }

  /** A cluster is called ready that was not. */
  called(name: string, limitMs: number): void {
    const [step] = this.#truth.untrueSteps(name).keys()
    const { now } = this.#scene
    if (step === undefined || now - this.trueAt(name) <= limitMs) return
    this.early.push(`truth: at ${now} ms ${name} is called ready, and step "${step}" has not been so`)
  }

  #look(): void {
    const { names, now } = this.#scene
    const untruths = new Map(names.map(name => [name, this.#truth.untruth(name)]))
    for (const [name, about] of untruths) {
      if (this.#scene.hiddenBy(name) === undefined) this.#seenAt.set(name, now)
      if (about === undefined || !this.#scene.canSay('status', name)) this.#trueAt.set(name, now)
      this.#hear('status', name, isCalledReady(this.#scene, name) ? about : undefined)
      this.#hear('FitoutReady', name, isTrue(this.#scene.cluster(name), 'FitoutReady') ? about : undefined)
    }
    this.#hear('metrics', 'the fleet', this.#miscounted())
    this.#scene.fleet.clock.after(EVERY_MS, () => this.#look())
  }

  /** What is wrong with the number of ready clusters in the figures: that not so many are called so. */
  #miscounted(): string | undefined {
    const { names, fleet } = this.#scene
    const counted = fleet.figures.read('clusters', { state: 'Ready' })
    const called = names.filter(name => isCalledReady(this.#scene, name)).length
    return counted > called ? `${counted} are counted as ready and ${called} are called so` : undefined
  }

  #hear(voice: Voice, cluster: string, about: string | undefined): void {
    const key = `${voice} ${cluster}`
    if (about === undefined) return void this.#now.delete(key)
    const to = this.#scene.now
    // Who cannot write cannot take a word back; that time does not count, and what follows is as at the beginning.
    const before = this.#scene.canSay(voice, cluster) ? this.#now.get(key) : undefined
    const lie = { voice, cluster, about, ...before, from: before?.from ?? to, to }
    this.#now.set(key, lie)
    const longest = this.#longest.get(key)
    if (longest === undefined || lengthOf(lie) > lengthOf(longest)) this.#longest.set(key, lie)
  }
}

/** How long a lie lasted, in milliseconds. */
export function lengthOf({ from, to }: Pick<Lie, 'from' | 'to'>): number {
  return to - from
}

function isCalledReady(scene: Scene, name: string): boolean {
  const object = scene.clusterFitout(name)
  return isTrue(object, 'Ready') || textAt(object, 'status', 'state') === 'Ready'
}
