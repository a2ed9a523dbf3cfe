import type { Clock } from '../clock.ts'

/** Something that is looked at again and again, whether its time is over. */
export interface Swept {
  /** Told the time, by the clock that nobody sets. */
  readonly sweep: (now: number) => void
}

const SWEEP_MS = 1000

/**
 * Looks at all that wait, once a second.
 *
 * A fleet has tens of thousands of watches. A timer for each, with its promise and its signal, takes a kilobyte; a look
 * at all of them takes less than a millisecond.
 */
class Sweep {
  readonly #clock: Clock
  readonly #all = new Set<Swept>()
  #sleeping: AbortController | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  add(one: Swept): void {
    this.#all.add(one)
    if (!this.#sleeping) void this.#run((this.#sleeping = new AbortController()))
  }

  delete(one: Swept): void {
    this.#all.delete(one)
    if (this.#all.size > 0) return
    this.#sleeping?.abort('over')
    this.#sleeping = undefined
  }

  async #run({ signal }: AbortController): Promise<void> {
    for (;;) {
      await this.#clock.sleep(SWEEP_MS, signal)
      if (signal.aborted) return
      const now = Math.floor(this.#clock.elapsed())
      // Not a loop over its values, and no fraction: either makes an object for each of them, every second.
      this.#all.forEach(one => one.sweep(now))
    }
  }
}

const sweeps = new WeakMap<Clock, Sweep>()

/** The sweep of all that wait by this clock. */
export function sweepOf(clock: Clock): Pick<Sweep, 'add' | 'delete'> {
  const known = sweeps.get(clock)
  if (known) return known
  const sweep = new Sweep(clock)
  sweeps.set(clock, sweep)
  return sweep
}
