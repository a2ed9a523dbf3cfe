import type { Random } from '../clock.ts'

/** How long to stay away: at most `baseMs` after the first failure, twice that after each further one, never over `capMs`. */
export interface BackoffLimits {
  readonly baseMs: number
  readonly capMs: number
}

// Two to this power is over any cap, and still a number that can be multiplied.
const MAX_DOUBLINGS = 40

/**
 * Counts the failures in a row of each key and says how long to wait, with full jitter.
 *
 * Only a success takes the count back. An event does not: a key that fails and is touched often would never slow down.
 */
export class Backoff {
  readonly #limits: BackoffLimits
  readonly #random: Random
  readonly #failures = new Map<string, number>()

  constructor(limits: BackoffLimits, random: Random) {
    this.#limits = limits
    this.#random = random
  }

  /** Notes one more failure and says how many milliseconds to wait. */
  fail(key: string): number {
    const failures = this.failures(key)
    this.#failures.set(key, failures + 1)
    const { baseMs, capMs } = this.#limits
    return this.#random() * Math.min(capMs, baseMs * 2 ** Math.min(failures, MAX_DOUBLINGS))
  }

  /** The key works again, or is gone. */
  reset(key: string): void {
    this.#failures.delete(key)
  }

  failures(key: string): number {
    return this.#failures.get(key) ?? 0
  }
}
