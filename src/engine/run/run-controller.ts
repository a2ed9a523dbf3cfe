import { ApiError } from '../api/api-error.ts'
import type { Clock, Random } from '../clock.ts'
import { type Metrics, noMetrics } from '../metrics/metrics.ts'
import { Backoff, type BackoffLimits } from '../queue/backoff.ts'
import { type QueueSizes, WorkQueue } from '../queue/work-queue.ts'
import { childSignal } from './child-signal.ts'
import { type ControllerMetrics, type Result, controllerMetrics } from './controller-metrics.ts'
import { type Outcome, TerminalError } from './outcome.ts'
import { type WorkerPlace, Places } from '../budget/places.ts'

/**
 * Brings what a key names a step closer to what is wanted. Never runs twice at once for a key.
 *
 * The signal aborts when the time is over or the controller stops; every call it makes should carry it. Who waits for
 * something else gives its place away meanwhile.
 *
 * @internal
 */
export type Reconcile = (key: string, signal: AbortSignal, place: WorkerPlace) => Promise<Outcome>

/** What a controller needs. */
export interface ControllerOptions {
  readonly name: string
  readonly reconcile: Reconcile
  readonly clock: Clock
  readonly random: Random
  /** How many keys are worked on at once, without those that wait for an answer. */
  readonly workers?: number
  /** How long one reconcile may take. */
  readonly deadlineMs?: number
  /** The least time between two starts of the same key. */
  readonly minIntervalMs?: number
  /** What that time grows to while a key comes back as soon as it may. */
  readonly maxIntervalMs?: number
  readonly backoff?: BackoffLimits
  readonly metrics?: Metrics
  /** Whether the caches are older than the key's own last write; it then waits and is not reconciled. */
  readonly isBehind?: (key: string) => boolean
  /** Called for every failure, for the log. What it throws is ignored. */
  readonly onError?: (key: string, error: unknown) => void
}

/** A running controller. */
export interface Controller {
  readonly add: (key: string) => void
  readonly addAfter: (key: string, milliseconds: number) => void
  /** Drops all that is known of a key that is gone. */
  readonly forget: (key: string) => void
  readonly sizes: () => QueueSizes
  /**
   * Starts nothing more, tells what runs to end, and resolves when it has, at the latest after so many milliseconds.
   * Gives the keys that had not ended by then.
   */
  readonly stop: (withinMs: number) => Promise<readonly string[]>
}

/** Works on keys until it is stopped. Throwing in one reconcile concerns its key only. */
export function runController(options: ControllerOptions): Controller {
  const runner = new ControllerRunner(options)
  return {
    add: key => runner.queue.add(key),
    addAfter: (key, milliseconds) => runner.queue.addAfter(key, milliseconds),
    forget: key => runner.forget(key),
    sizes: () => runner.queue.sizes(),
    stop: withinMs => runner.stop(withinMs),
  }
}

const DEFAULT_BACKOFF = { baseMs: 500, capMs: 60_000 }
/** How often a key that is behind its own write is looked at again, besides every event. */
const BEHIND_MS = 100
/** How long a reconcile may continue after its signal before its worker is given to others. */
const GRACE_MS = 1000

class ControllerRunner {
  readonly queue: WorkQueue
  readonly #options: ControllerOptions
  readonly #places: Places
  readonly #backoff: Backoff
  readonly #metrics: ControllerMetrics
  readonly #stopping = new AbortController()
  readonly #running = new Map<string, Promise<void>>()
  readonly #abandoned = new Set<string>()
  readonly #forgotten = new Set<string>()
  #stopped: Promise<readonly string[]> | undefined

  constructor(options: ControllerOptions) {
    const { clock, random, name, workers = 4, minIntervalMs = 0, maxIntervalMs = 0 } = options
    this.#options = options
    this.#places = new Places(workers, () => this.#startWork())
    this.#backoff = new Backoff(options.backoff ?? DEFAULT_BACKOFF, random)
    this.#metrics = controllerMetrics(options.metrics ?? noMetrics, name)
    this.queue = new WorkQueue({ clock, minIntervalMs, maxIntervalMs, onReady: () => this.#startWork() })
  }

  forget(key: string): void {
    this.queue.forget(key)
    this.#backoff.reset(key)
    if (this.#running.has(key)) this.#forgotten.add(key)
  }

  stop(withinMs: number): Promise<readonly string[]> {
    this.#stopped ??= this.#stop(withinMs)
    return this.#stopped
  }

  async #stop(withinMs: number): Promise<readonly string[]> {
    this.queue.close()
    this.#stopping.abort()
    const timer = new AbortController()
    await Promise.race([
      Promise.all(this.#running.values()),
      this.#options.clock.sleep(withinMs, timer.signal),
    ])
    timer.abort()
    return [...this.#running.keys()]
  }

  #startWork(): void {
    while (this.#places.hasFree) {
      const next = this.queue.take()
      if (!next) break
      this.#start(next.key, next.waitedMs)
    }
    this.#metrics.sizes(this.queue.sizes())
  }

  #start(key: string, waitedMs: number): void {
    this.#metrics.started(waitedMs)
    this.#running.set(key, this.#work(key, this.#places.take()))
  }

  async #work(key: string, place: WorkerPlace): Promise<void> {
    // The event that added the key shall be told to everyone before anyone acts on it.
    await Promise.resolve()
    const isBehind = this.#isBehind(key)
    const delay = isBehind ? BEHIND_MS : await this.#reconcileInTime(key, place)
    this.#running.delete(key)
    this.#abandoned.delete(key)
    this.#metrics.abandoned(this.#abandoned.size)
    if (isBehind) this.queue.giveBack(key)
    else this.queue.done(key)
    if (this.#forgotten.delete(key)) this.#backoff.reset(key)
    else if (delay !== undefined) this.queue.addAfter(key, delay)
    place.leave()
    this.#startWork()
  }

  #isBehind(key: string): boolean {
    try {
      return this.#options.isBehind?.(key) ?? false
    } catch (error) {
      this.#tell(key, error)
      return false
    }
  }

  /** Reconciles once; gives the milliseconds after which to do it again, or undefined. */
  async #reconcileInTime(key: string, place: WorkerPlace): Promise<number | undefined> {
    const { clock, deadlineMs = 30_000 } = this.#options
    const child = childSignal(this.#stopping.signal)
    const over = new AbortController()
    void this.#watchTime(key, { deadlineMs, abort: child.abort, over: over.signal, place })
    const startedAt = clock.elapsed()
    const { result, delay } = await this.#reconcile(key, child.signal, place)
    // With a reason of its own: without one an error is made, and its stack is read, at the end of every reconcile.
    over.abort('over')
    child.release()
    this.#metrics.ended(result, clock.elapsed() - startedAt)
    return delay
  }

  async #watchTime(key: string, limits: TimeLimits): Promise<void> {
    const { clock } = this.#options
    await clock.sleep(limits.deadlineMs, limits.over)
    if (limits.over.aborted) return
    limits.abort()
    await clock.sleep(GRACE_MS, limits.over)
    if (limits.over.aborted) return

    // It does not listen. Its key stays taken, as it may still write, but its place is needed.
    this.#abandoned.add(key)
    this.#metrics.abandoned(this.#abandoned.size)
    limits.place.leave()
  }

  async #reconcile(key: string, signal: AbortSignal, place: WorkerPlace): Promise<Judged> {
    if (signal.aborted) return { result: 'wait', delay: 0 }
    try {
      const outcome = await this.#options.reconcile(key, signal, place)
      const delay = outcome.kind === 'wait' ? outcome.milliseconds : undefined
      this.#backoff.reset(key)
      return { result: outcome.kind, delay }
    } catch (error) {
      return this.#judgeError(key, error)
    }
  }

  #judgeError(key: string, error: unknown): Judged {
    // That it was cancelled is no failure of the key, and is not reported.
    if (this.#stopping.signal.aborted) return { result: 'wait', delay: undefined }
    this.#tell(key, error)
    if (error instanceof TerminalError) return { result: 'terminal', delay: undefined }

    const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0
    return { result: 'error', delay: Math.max(this.#backoff.fail(key), asked) }
  }

  #tell(key: string, error: unknown): void {
    try {
      this.#options.onError?.(key, error)
    } catch {
      // A log that fails must not stop the work.
    }
  }
}

interface TimeLimits {
  readonly deadlineMs: number
  readonly abort: () => void
  readonly over: AbortSignal
  readonly place: WorkerPlace
}

interface Judged {
  readonly result: Result
  readonly delay: number | undefined
}
