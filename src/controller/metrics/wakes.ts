import type { Clock } from '../../engine/clock.ts'

/** Remembers which event woke each key, so that it can be said how long what it led to took. */
export class Wakes {
  readonly #clock: Pick<Clock, 'elapsed'>
  /** The first event since the last start, by key. */
  readonly #waiting = new Map<string, number>()
  readonly #running = new Map<string, number>()

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock
  }

  /** Something happened that calls for a look. */
  heard(key: string): void {
    if (!this.#waiting.has(key)) this.#waiting.set(key, this.#clock.elapsed())
  }

  /** Looks at a key. What is heard from now on wakes it for the next time; who fails has answered nothing. */
  async during<Result>(key: string, look: () => Promise<Result>): Promise<Result> {
    const at = this.#waiting.get(key)
    this.#waiting.delete(key)
    if (at !== undefined) this.#running.set(key, at)
    try {
      return await look()
    } catch (error) {
      this.giveBack(key)
      throw error
    } finally {
      this.#running.delete(key)
    }
  }

  /** How long ago the event was that led to this look; undefined when it was none, but only time. */
  sinceMs(key: string): number | undefined {
    const at = this.#running.get(key)
    return at === undefined ? undefined : this.#clock.elapsed() - at
  }

  /** The look came to nothing: its event still wants an answer. */
  giveBack(key: string): void {
    const at = this.#running.get(key)
    if (at !== undefined) this.#waiting.set(key, at)
  }
}
