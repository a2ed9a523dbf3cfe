import type { Api, Selection, WatchEvent } from '../api/api.ts'
import type { Clock } from '../clock.ts'
import { endSignal } from '../run/child-signal.ts'
import type { TokenBucket } from '../rate/token-bucket.ts'
import { costOf } from './follow-budget.ts'
import { type WatchEnd, followFailureOf } from './resume-policy.ts'

interface Options {
  readonly clock: Clock
  /** Ends the watch, and is ended with it. */
  readonly life: AbortController
  readonly inactivityMs: number
  /** When the watch is cut, on the clock that nobody sets. */
  readonly until: number
  readonly onEvent: (event: WatchEvent) => void
  /** No faster than this; the server is not read from meanwhile. */
  readonly pace?: TokenBucket | undefined
}

interface From {
  readonly selection: Selection
  readonly resourceVersion: string
}

/** Follows a selection from a version until that ends, however it does. Never throws, and never outlives its signal. */
export function watchOnce(api: Pick<Api, 'watch'>, from: From, options: Options): Promise<WatchEnd> {
  return new Promise(resolve => new Watching(options, resolve).start(api, from))
}

/** One watch. No async function: a fleet has tens of thousands of them, and each frame costs half a kilobyte. */
class Watching {
  readonly #options: Options
  readonly #resolve: (end: WatchEnd) => void
  #events: AsyncIterator<WatchEvent> | undefined
  #heardAt: number
  #end: WatchEnd = { kind: 'cancelled' }

  constructor(options: Options, resolve: (end: WatchEnd) => void) {
    this.#options = options
    this.#resolve = resolve
    this.#heardAt = options.clock.elapsed()
  }

  start(api: Pick<Api, 'watch'>, { selection, resourceVersion }: From): void {
    const { signal } = this.#options.life
    try {
      this.#events = api.watch(selection, resourceVersion, { signal })[Symbol.asyncIterator]()
      this.#listen(this.#events)
    } catch (error) {
      this.#break(error)
    }
    this.#wait()
  }

  #listen(events: AsyncIterator<WatchEvent>): void {
    events.next().then(
      next => this.#take(events, next),
      (error: unknown) => this.#break(error),
    )
  }

  #take(events: AsyncIterator<WatchEvent>, next: IteratorResult<WatchEvent>): void {
    const { clock, life, onEvent, pace } = this.#options
    // A stream that does not obey the signal must not speak once it was left.
    if (life.signal.aborted) return next.done ? undefined : leave(events)
    if (next.done) return this.#over({ kind: 'closed' })
    this.#heardAt = clock.elapsed()
    try {
      onEvent(next.value)
    } catch (error) {
      leave(events)
      return this.#break(error)
    }
    const pauseMs = pace?.reserve(costOf(next.value)) ?? 0
    if (pauseMs === 0) return this.#listen(events)
    // We do not listen meanwhile, so this is no silence of the server.
    this.#heardAt += pauseMs
    void clock.sleep(pauseMs, life.signal).then(() => this.#listen(events))
  }

  #break(error: unknown): void {
    this.#over({ kind: 'broken', failure: followFailureOf(error) })
  }

  #over(end: WatchEnd): void {
    const { life } = this.#options
    if (!life.signal.aborted) this.#end = end
    endSignal(life)
  }

  // One wait for all that ends it.
  #wait(): void {
    const { clock, life, inactivityMs, until } = this.#options
    if (life.signal.aborted) return this.#resolve(this.#end)
    // At least a millisecond: what is left may be so little that it is lost in adding it to the time.
    const leftMs = Math.min(this.#heardAt + inactivityMs, until) - clock.elapsed()
    void clock.sleep(Math.max(leftMs, 1), life.signal).then(() => this.#look())
  }

  #look(): void {
    const { clock, life, inactivityMs, until } = this.#options
    if (!life.signal.aborted) {
      // By the very sum that was slept until: by a difference it may lack the last bit, and never be there.
      const isSilent = clock.elapsed() >= this.#heardAt + inactivityMs
      if (isSilent) this.#end = { kind: 'silent' }
      if (isSilent || clock.elapsed() >= until) endSignal(life)
    }
    this.#wait()
  }
}

function leave(events: AsyncIterator<WatchEvent>): void {
  events.return?.().catch(() => undefined)
}
