import type { Clock } from '../clock.ts'

/** How much may pass: `perSecond` in the long run, `burst` at once after a rest. Calls, or bytes. */
export interface Rate {
  readonly perSecond: number
  readonly burst: number
}

/** Lets so much pass, the rest later, in the order in which it came. */
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
    const wait = this.reserve(1)
    if (wait > 0) await this.#clock.sleep(wait, signal)
    // The door may have been closed while we waited.
    for (let left = this.#closedFor(); left > 0; left = this.#closedFor()) {
      await this.#clock.sleep(left, signal)
      if (signal?.aborted) return
    }
  }

  /** Gives out no tokens for a while. */
  closeFor(milliseconds: number): void {
    this.#closedUntil = Math.max(this.#closedUntil, this.#clock.elapsed() + milliseconds)
  }

  /** Takes what may not be there yet, and says in how many milliseconds it is; whoever comes next waits for what is after it. */
  reserve(cost: number): number {
    this.#refill()
    this.#tokens -= cost
    return this.#tokens >= 0 ? 0 : (-this.#tokens / this.#rate.perSecond) * 1000
  }

  /** Takes one if it is there, and says 0; otherwise takes nothing, and says in how many milliseconds there is one. */
  tryTake(): number {
    this.#refill()
    if (this.#tokens < 1) return ((1 - this.#tokens) / this.#rate.perSecond) * 1000
    this.#tokens -= 1
    return 0
  }

  #refill(): void {
    const { perSecond, burst } = this.#rate
    const now = this.#clock.elapsed()
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#countedAt) / 1000) * perSecond)
    this.#countedAt = now
  }

  #closedFor(): number {
    return this.#closedUntil - this.#clock.elapsed()
  }
}
