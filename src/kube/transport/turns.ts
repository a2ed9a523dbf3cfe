import type { Guard } from './guard.ts'

/** Lets one call at a time do something, in the order in which they came. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()

  /** Waits for the turn of a call, and returns how to end it. Throws what ends the call before. */
  async wait(guard: Guard): Promise<() => void> {
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    // Without what they resolve to: each would hold all that came before.
    this.#last = Promise.all([before, promise]).then(() => undefined)
    try {
      await guard.race(before)
      return resolve
    } catch (error) {
      resolve()
      throw error
    }
  }
}
