import type { Clock } from '../clock.ts'

/** How many calls: `qps` each second in the long run, `burst` at once after a rest. */
export interface Rate {
  readonly qps: number
  readonly burst: number
}

/** Lets so many pass, the others later, in the order in which they came. */
export class TokenBucket {
  readonly #rate: Rate
  readonly #clock: Clock
  #tokens: number
  #countedAt: number
  #closedUntil = 0

  constructor(rate: Rate, clock: Clock) {
    this.#rate = rate
    this.#clock = clock
    this.#tokens = rate.burst
    this.#countedAt = clock.elapsed()
  }

  /** Resolves when it is this caller's turn, or at once when the signal aborts. */
  async pass(signal?: AbortSignal): Promise<void> {
    const wait = this.#reserve()
    if (wait > 0) await this.#clock.sleep(wait, signal)
    // The door may have been closed while we waited.
    for (let left = this.#closedFor(); left > 0; left = this.#closedFor()) {
      await this.#clock.sleep(left, signal)
      if (signal?.aborted) return
    }
  }

  /** Lets nobody pass for a while. */
  closeFor(milliseconds: number): void {
    this.#closedUntil = Math.max(this.#closedUntil, this.#clock.elapsed() + milliseconds)
  }

  // Takes a token that may not be there yet; whoever comes next waits for the one after it.
  #reserve(): number {
    const { qps, burst } = this.#rate
    const now = this.#clock.elapsed()
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#countedAt) / 1000) * qps)
    this.#countedAt = now
    this.#tokens -= 1
    return this.#tokens >= 0 ? 0 : (-this.#tokens / qps) * 1000
  }

  #closedFor(): number {
    return this.#closedUntil - this.#clock.elapsed()
  }
}
