import type { Clock } from '../../engine/clock.ts'

/** How long a word stands before another one for the same fact takes its place. */
const STANDS_MS = 10_000
/** So many times in that time even news are told; who has more to say is arguing with somebody. */
const MOST_NEWS = 20

/** Keeps count of what was said when, so that mere wording is written seldom, and nothing without end. Lost with the process. */
export class WordPace {
  readonly #clock: Pick<Clock, 'elapsed'>
  readonly #said = new Map<string, readonly number[]>()

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock
  }

  /** In how many milliseconds it may be said; 0 when it may now. */
  dueInMs(key: string, { isNews }: { readonly isNews: boolean }): number {
    const said = this.#said.get(key) ?? []
    const blocking = isNews ? said.at(-MOST_NEWS) : said.at(-1)
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
