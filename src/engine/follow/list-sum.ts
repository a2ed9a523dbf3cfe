import { ApiError } from '../api/api-error.ts'
import type { Call } from '../api/api.ts'
import type { KubeObject } from '../api/kube-object.ts'
import type { Holding } from '../budget/memory-budget.ts'
import { weigh } from '../budget/weigh.ts'
import type { FollowBudget } from './follow-budget.ts'

/** Counts what a list brings, and what is kept of it until it is complete. Without a budget it counts nothing. */
export class ListSum {
  readonly #budget: FollowBudget | undefined
  readonly #call: Call
  readonly #holding: Holding | undefined
  #brought = 0
  #kept = 0
  #pauseMs = 0

  constructor(budget: FollowBudget | undefined, call: Call) {
    this.#budget = budget
    this.#call = call
    // Called at the next object, as a holding that was evicted takes nothing more.
    this.#holding = budget?.memory.hold(() => undefined)
  }

  /** Counts an object, and what is kept of it, if anything. False when it is too much. */
  add(item: KubeObject, kept: KubeObject | undefined): boolean {
    if (!this.#budget || !this.#holding) return true
    const { keptBytes, listedBytes, pace } = this.#budget
    const bytes = weigh(item)
    this.#brought += bytes
    if (kept) this.#kept += weigh(kept)
    this.#pauseMs = pace.reserve(bytes)
    return this.#brought <= listedBytes && this.#kept <= keptBytes && this.#holding.set(this.#kept)
  }

  /** Waits until what has come may have come. Throws an ApiError when nobody waits for that long. */
  async pause(): Promise<void> {
    const { clock } = this.#budget ?? {}
    const { patience, signal } = this.#call
    const pauseMs = this.#pauseMs
    if (!clock || pauseMs === 0) return
    const sleep = async (withinMs: number): Promise<void> => {
      if (pauseMs > withinMs) throw new ApiError('Timeout', { call: 'read on' })
      await clock.sleep(pauseMs, signal)
    }
    await (patience ? patience.wait('read on', sleep) : sleep(Infinity))
    if (signal?.aborted) throw new ApiError('Cancelled', { call: 'read on' })
  }

  end(): void {
    this.#holding?.end()
  }
}
