import { Repeated } from '../kubelet/repeated.ts'
import type { ObjectRef } from '../kube/kube-object.ts'
import type { Place } from '../situations/place.ts'
import { lookAt } from './judge/is-well.ts'

const EVERY_MS = 1500

/** What the status says of a step. */
export interface StepTold {
  readonly name: string
  readonly state: string
  readonly message?: string
  readonly reason?: string
}

interface Seen {
  told?: StepTold
  words: string
  changedAt: number
  isWell: boolean
  lyingSince?: number
  longestLie: number
}

/** Looks again and again at what is told of the steps of a cluster, and at the cluster itself. */
export class Watcher {
  readonly #place: Place
  readonly #wants: ReadonlyMap<string, readonly ObjectRef[]>
  readonly #looks = new Repeated(() => this.#look(), EVERY_MS)
  readonly #seen: ReadonlyMap<string, Seen>

  constructor(place: Place, wants: ReadonlyMap<string, readonly ObjectRef[]>) {
    this.#place = place
    this.#wants = wants
    const now = performance.now()
    this.#seen = new Map(
      [...wants.keys()].map(id => [id, { words: '', changedAt: now, isWell: false, longestLie: 0 }]),
    )
  }

  start(): void {
    this.#looks.start()
  }

  async stop(): Promise<void> {
    await this.#looks.stop()
  }

  told(id: string): StepTold | undefined {
    return this.#seen.get(id)?.told
  }

  isWell(id: string): boolean {
    return this.#seen.get(id)?.isWell ?? false
  }

  /** For how long the same has been told of a step. */
  calmMs(id: string): number {
    return performance.now() - (this.#seen.get(id)?.changedAt ?? 0)
  }

  /** The longest time for which a step was told to be Ready while something was wrong. */
  lieMs(id: string): number {
    return this.#seen.get(id)?.longestLie ?? 0
  }

  /** For how long a step has been told to be Ready, until now, while something is wrong. */
  lyingMs(id: string): number {
    const since = this.#seen.get(id)?.lyingSince
    return since === undefined ? 0 : performance.now() - since
  }

  // The cluster first: what is well there may be reported later, what is not must not be told to be.
  async #look(): Promise<void> {
    const well = await lookAt(this.#place.workload, this.#wants)
    const status = (await this.#place.told()) as { readonly steps?: readonly StepTold[] }
    const now = performance.now()
    for (const [id, seen] of this.#seen) {
      const told = status.steps?.find(({ name }) => name === id)
      const words = JSON.stringify([told?.state, told?.reason, told?.message])
      if (words !== seen.words) seen.changedAt = now
      seen.words = words
      if (told) seen.told = told
      seen.isWell = well.get(id) ?? false
      const isLie = told?.state === 'Ready' && !seen.isWell
      if (isLie) seen.longestLie = Math.max(seen.longestLie, now - (seen.lyingSince ??= now))
      else delete seen.lyingSince
    }
  }
}
