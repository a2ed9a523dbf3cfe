import type { Api, OpenWatch, Selection, WatchEvent, WatchListener } from '../api/api.ts'
import type { Clock } from '../clock.ts'
import type { TokenBucket } from '../run/token-bucket.ts'
import { endSignal } from '../run/child-signal.ts'
import { costOf } from './follow-budget.ts'
import { listenTo } from './listen-to.ts'
import { type WatchEnd, followFailureOf } from './resume-policy.ts'
import { type Swept, sweepOf } from '../run/sweep.ts'

/** Whose watch it is. */
interface WatchOwner {
  /** What it throws ends the watch. */
  readonly onEvent: (event: WatchEvent) => void
  /** Called once, whatever ended it, and never from inside of another call. */
  readonly onWatchEnd: (end: WatchEnd) => void
}

interface Options {
  readonly clock: Clock
  readonly owner: WatchOwner
  readonly inactivityMs: number
  /** When the watch is cut, on the clock that nobody sets. */
  readonly until: number
  /** No faster than this; the server is not read from meanwhile. */
  readonly pace: TokenBucket | undefined
}

interface From {
  readonly selection: Selection
  readonly resourceVersion: string
}

/**
 * A watch from a version on, until it ends, however it does.
 *
 * It is open, or paused because more came than the pace allows, or over. No promise, timer or signal waits for it while
 * it is open: a fleet has tens of thousands of them.
 */
export class FollowedWatch implements WatchListener, Swept {
  readonly startedAt: number
  isHeard = false
  #state: 'open' | 'paused' | 'over' = 'open'
  readonly #options: Options
  readonly #watch: OpenWatch
  #heardAt: number
  /** Ends the pause; only there while there is one. */
  #pause: AbortController | undefined

  constructor(api: Pick<Api, 'watch' | 'listen'>, from: From, options: Options) {
    const { clock } = options
    this.#options = options
    this.startedAt = clock.elapsed()
    this.#heardAt = this.startedAt
    this.#watch = listenTo(api, from, this)
    sweepOf(clock).add(this)
  }

  /** Ends it, because we want to. */
  end(): void {
    this.#over({ kind: 'cancelled' })
  }

  onEvent(event: WatchEvent): void {
    // A stream that cannot be ended must not speak once it was left.
    if (this.#state === 'over') return
    const { clock, owner, pace } = this.#options
    this.#heardAt = clock.elapsed()
    this.isHeard = true
    try {
      owner.onEvent(event)
    } catch (error) {
      return this.#over({ kind: 'broken', failure: followFailureOf(error) })
    }
    const pauseMs = pace?.reserve(costOf(event)) ?? 0
    if (pauseMs > 0) void this.#rest(pauseMs)
  }

  onEnd(error: unknown): void {
    this.#over(error === undefined ? { kind: 'closed' } : { kind: 'broken', failure: followFailureOf(error) })
  }

  sweep(now: number): void {
    const { inactivityMs, until } = this.#options
    if (now >= this.#heardAt + inactivityMs) this.#over({ kind: 'silent' })
    else if (now >= until) this.#over({ kind: 'cancelled' })
  }

  async #rest(pauseMs: number): Promise<void> {
    if (this.#state !== 'open') return
    this.#state = 'paused'
    this.#watch.pause()
    // We do not listen meanwhile, so this is no silence of the server.
    this.#heardAt += pauseMs
    this.#pause = new AbortController()
    await this.#options.clock.sleep(pauseMs, this.#pause.signal)
    this.#pause = undefined
    if (this.#isOver()) return
    this.#state = 'open'
    this.#watch.resume()
  }

  #over(end: WatchEnd): void {
    if (this.#isOver()) return
    this.#state = 'over'
    const { clock, owner } = this.#options
    sweepOf(clock).delete(this)
    if (this.#pause) endSignal(this.#pause)
    this.#watch.end()
    queueMicrotask(() => owner.onWatchEnd(end))
  }

  #isOver(): boolean {
    return this.#state === 'over'
  }
}
