import type { Clock } from '../../engine/clock.ts'

/** How long a word stands before another one for the same fact takes its place. */
const STANDS_MS = 10_000

/** Keeps count of when something was said last, so that mere wording is written seldom. Lost with the process. */
export class WordPace {
  readonly #clock: Pick<Clock, 'elapsed'>
  readonly #saidAt = new Map<string, number>()

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock
  }

  /** In how many milliseconds new wording may be written; 0 when it may now. */
  dueInMs(key: string): number {
    const saidAt = this.#saidAt.get(key)
    return saidAt === undefined ? 0 : Math.max(0, saidAt + STANDS_MS - this.#clock.elapsed())
  }

  said(key: string): void {
    this.#saidAt.set(key, this.#clock.elapsed())
  }

  forget(key: string): void {
    this.#saidAt.delete(key)
  }
}
