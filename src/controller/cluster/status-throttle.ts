import type { Clock } from '../../engine/clock.ts'

/** How long a status stands before another wording of the same fact replaces it. */
const STANDS_MS = 10_000
/** How many writes in that time even new facts get; more means that two writers disagree. */
const MOST_NEWS = 20

/** Limits how often a status is written: rarely for wording alone, and never without end. Lost with the process. */
export class StatusThrottle {
  readonly #clock: Pick<Clock, 'elapsed'>
  readonly #said = new Map<string, readonly number[]>()

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock
  }

  /** In how many milliseconds the status may be written; 0 when it may now. */
  dueInMs(key: string, { isStatusChange }: { readonly isStatusChange: boolean }): number {
    const said = this.#said.get(key) ?? []
    const blocking = isStatusChange ? said.at(-MOST_NEWS) : said.at(-1)
    return blocking === undefined ? 0 : Math.max(0, blocking + STANDS_MS - this.#clock.elapsed())
  }

  said(key: string): void {
    const before = this.#said.get(key) ?? []
    this.#said.set(key, [...before.slice(1 - MOST_NEWS), this.#clock.elapsed()])
  }

  forget(key: string): void {
    this.#said.delete(key)
  }
}
