import type { Clock } from '../clock.ts'
import { DelayedKeys } from './delayed-keys.ts'
import { FairKeys } from './fair-keys.ts'

interface Options {
  readonly clock: Clock
  /** Called when a key may be taken that could not be taken before. */
  readonly onReady: () => void
  /** The least time between two starts of the same key. */
  readonly minIntervalMs?: number
  /** What that time grows to, twofold each time, while a key comes back as soon as it may. */
  readonly maxIntervalMs?: number
}

interface Start {
  readonly at: number
  /** How long after it the key may start again. */
  readonly intervalMs: number
}

/** How many keys are in which state. */
export interface QueueSizes {
  readonly ready: number
  readonly delayed: number
  readonly running: number
}

/**
 * Keys to work on. Adding twice is adding once; a key is never worked on twice at the same time.
 *
 * A key that is added while it is worked on comes back afterwards, as the work may have missed what changed.
 */
export class WorkQueue {
  readonly #clock: Clock
  readonly #onReady: () => void
  readonly #minInterval: number
  readonly #maxInterval: number
  readonly #ready = new FairKeys()
  readonly #delayed = new DelayedKeys()
  // With the start before this one, for a key that is given back.
  readonly #running = new Map<string, Start | undefined>()
  readonly #again = new Set<string>()
  // In the order of the starts, so that what is too old to matter is in front.
  readonly #starts = new Map<string, Start>()
  #alarm: { readonly at: number; readonly cancel: AbortController } | undefined
  #isClosed = false

  constructor({ clock, onReady, minIntervalMs = 0, maxIntervalMs = 0 }: Options) {
    this.#clock = clock
    this.#onReady = onReady
    this.#minInterval = minIntervalMs
    this.#maxInterval = Math.max(minIntervalMs, maxIntervalMs)
  }

  /** Has the key worked on as soon as possible. */
  add(key: string): void {
    if (this.#isClosed) return
    if (this.#running.has(key)) return void this.#again.add(key)

    const now = this.#clock.elapsed()
    const allowed = this.#allowedAt(key)
    if (allowed > now) return this.#delay(key, allowed)
    this.#delayed.remove(key)
    this.#makeReady(key, now)
  }

  /** Has the key worked on after a while. Of several times the earliest counts; ready now is earlier than all. */
  addAfter(key: string, milliseconds: number): void {
    if (milliseconds <= 0) return this.add(key)
    if (this.#isClosed || this.#ready.has(key)) return
    this.#delay(key, Math.max(this.#clock.elapsed() + milliseconds, this.#allowedAt(key)))
  }

  /** The next key to work on and how long it was ready; undefined when there is none now. Give it back with `done`. */
  take(): { readonly key: string; readonly waitedMs: number } | undefined {
    const next = this.#isClosed ? undefined : this.#ready.take()
    if (!next) return undefined

    const now = this.#clock.elapsed()
    this.#running.set(next.key, this.#starts.get(next.key))
    if (this.#minInterval > 0) this.#rememberStart(next.key, now)
    return { key: next.key, waitedMs: now - next.since }
  }

  /** The work on a key has ended. */
  done(key: string): void {
    this.#running.delete(key)
    if (this.#again.delete(key)) this.add(key)
  }

  /** The key was taken, but not worked on: this was no start. */
  giveBack(key: string): void {
    const before = this.#running.get(key)
    if (before === undefined) this.#starts.delete(key)
    else this.#starts.set(key, before)
    this.done(key)
  }

  /** Drops all that is known of a key. Work that runs is not stopped, but not repeated either. */
  forget(key: string): void {
    this.#ready.remove(key)
    this.#delayed.remove(key)
    this.#again.delete(key)
    this.#starts.delete(key)
  }

  /** Takes nothing more in, and gives nothing more out. */
  close(): void {
    this.#isClosed = true
    this.#alarm?.cancel.abort()
  }

  sizes(): QueueSizes {
    return { ready: this.#ready.size, delayed: this.#delayed.size, running: this.#running.size }
  }

  #makeReady(key: string, now: number): void {
    if (this.#ready.has(key)) return
    this.#ready.add(key, now)
    this.#onReady()
  }

  #allowedAt(key: string): number {
    const start = this.#starts.get(key)
    return start === undefined ? 0 : start.at + start.intervalMs
  }

  #rememberStart(key: string, now: number): void {
    const last = this.#starts.get(key)
    const isBurst = last !== undefined && now - last.at < 2 * last.intervalMs
    const intervalMs = isBurst ? Math.min(2 * last.intervalMs, this.#maxInterval) : this.#minInterval
    this.#starts.delete(key)
    this.#starts.set(key, { at: now, intervalMs })
    for (const [old, { at }] of this.#starts) {
      if (at + 2 * this.#maxInterval > now) return
      this.#starts.delete(old)
    }
  }

  #delay(key: string, at: number): void {
    this.#delayed.add(key, at)
    this.#setAlarm()
  }

  // One sleeper for all keys: timers must not grow with the keys.
  #setAlarm(): void {
    const at = this.#delayed.earliest
    if (this.#isClosed || at === undefined || (this.#alarm && this.#alarm.at <= at)) return
    // A reason spares the error that would be made without one.
    this.#alarm?.cancel.abort('earlier')
    const cancel = new AbortController()
    this.#alarm = { at, cancel }
    void this.#sleepUntil(at, cancel.signal)
  }

  async #sleepUntil(at: number, signal: AbortSignal): Promise<void> {
    await this.#clock.sleep(at - this.#clock.elapsed(), signal)
    if (signal.aborted) return
    this.#alarm = undefined
    this.#addDue()
    this.#setAlarm()
  }

  #addDue(): void {
    const now = this.#clock.elapsed()
    for (let key = this.#delayed.takeDue(now); key !== undefined; key = this.#delayed.takeDue(now)) {
      this.add(key)
    }
  }
}
