import { ApiError } from './api-error.ts'
import type { Clock } from '../clock.ts'
import type { WorkerPlace } from '../budget/places.ts'

/**
 * How long one piece of work may wait for servers of others, all its calls together.
 *
 * While it waits another call has its place, so that a server that does not answer delays only its own calls.
 */
export class Patience {
  readonly #clock: Pick<Clock, 'elapsed'>
  readonly #place: Pick<WorkerPlace, 'during'>
  #leftMs: number
  #waits = 0
  #since = 0

  constructor(clock: Pick<Clock, 'elapsed'>, place: Pick<WorkerPlace, 'during'>, totalMs: number) {
    this.#clock = clock
    this.#place = place
    this.#leftMs = totalMs
  }

  /** Waits, for at most as long as it passes to `ask`. Throws a Timeout when nothing is left to wait with. */
  async wait<Answer>(call: string, ask: (withinMs: number) => Promise<Answer>): Promise<Answer> {
    const leftMs = this.#waits === 0 ? this.#leftMs : this.#leftMs - (this.#clock.elapsed() - this.#since)
    if (leftMs <= 0) throw new ApiError('Timeout', { call })
    return this.#place.during(async () => {
      if (this.#waits === 0) this.#since = this.#clock.elapsed()
      this.#waits += 1
      try {
        return await ask(leftMs)
      } finally {
        this.#waits -= 1
        if (this.#waits === 0) this.#leftMs -= this.#clock.elapsed() - this.#since
      }
    })
  }
}
