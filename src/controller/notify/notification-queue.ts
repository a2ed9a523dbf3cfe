import type { Notification } from '../../domain/notify/notification.ts'
import { Backoff } from '../../engine/queue/backoff.ts'
import { aborted, childSignal } from '../../engine/run/child-signal.ts'
import { notifications, notificationsWaiting } from '../metrics/metric-specs.ts'
import type { World } from '../world/world.ts'
import type { SendResult, NotificationSink } from '../world/notification-sink.ts'

/** So many are kept while they cannot be sent; then the oldest goes. @internal */
export const MOST_WAITING = 100
/** How long a receiver may take. @internal */
export const DEADLINE_MS = 10_000
const RETRY = { baseMs: 2_000, capMs: 60_000 }

type Result = 'sent' | 'failed' | 'dropped'
const results: readonly Result[] = ['sent', 'failed', 'dropped']

/** Sends one after the other, and tries again what fails. Whoever adds something never waits for it. */
export class NotificationQueue {
  readonly #world: Pick<World, 'clock' | 'log'>
  readonly #sink: NotificationSink
  readonly #queue: Notification[] = []
  readonly #backoff: Backoff
  readonly #count: (result: Result, by?: number) => void
  readonly #endMeasuring: () => void
  /** Ends the pause before the next try. */
  readonly #hurry = new AbortController()
  readonly #over = new AbortController()
  #sending: Promise<void> | undefined
  #isSending = 0

  constructor(world: Pick<World, 'clock' | 'random' | 'metrics' | 'log'>, sink: NotificationSink) {
    this.#world = world
    this.#sink = sink
    this.#backoff = new Backoff(RETRY, world.random)
    const counter = world.metrics.counter(notifications)
    this.#count = (result, by) => counter.add({ result }, by)
    // A rate does not see the value that a series comes with.
    for (const result of results) this.#count(result, 0)
    const measure = () => [{ labels: {}, value: this.#queue.length + this.#isSending }]
    this.#endMeasuring = world.metrics.measured(notificationsWaiting, measure)
  }

  add(notification: Notification): void {
    this.#queue.push(notification)
    this.#bound()
    this.#sending ??= this.#sendAll()
  }

  /** Tries what is left once more, for so many milliseconds, and gives up the rest. */
  async stop(withinMs: number): Promise<void> {
    this.#hurry.abort()
    const { clock } = this.#world
    await Promise.race([this.#sending, clock.sleep(withinMs, this.#over.signal)])
    this.#over.abort()
    this.#endMeasuring()
    this.#drop(this.#queue.splice(0).length + this.#isSending)
  }

  async #sendAll(): Promise<void> {
    while (!this.#over.signal.aborted) {
      const next = this.#queue.shift()
      if (!next) break
      this.#isSending = 1
      const delivery = await this.#attempt(next)
      // Who was given up meanwhile is counted already.
      if (this.#over.signal.aborted) break
      this.#isSending = 0
      if (!this.#note(delivery)) continue
      this.#queue.unshift(next)
      this.#bound()
      if (this.#hurry.signal.aborted) break
      await this.#world.clock.sleep(this.#backoff.fail(this.#sink.name), this.#hurry.signal)
    }
    this.#sending = undefined
  }

  async #attempt(notification: Notification): Promise<SendResult> {
    const deadline = childSignal(this.#over.signal)
    void this.#world.clock.sleep(DEADLINE_MS, deadline.signal).then(deadline.abort)
    const tooLate = aborted(deadline.signal).then(() => failed('it does not respond in time'))
    try {
      return await Promise.race([this.#sink.send(notification, deadline.signal), tooLate])
    } catch (error) {
      return failed(error instanceof Error ? error.name : 'unknown')
    } finally {
      deadline.abort()
      deadline.release()
    }
  }

  /** Counts what came of a try, and returns whether it is worth another one. */
  #note(delivery: SendResult): boolean {
    if (delivery.kind === 'delivered') {
      this.#count('sent')
      this.#backoff.reset(this.#sink.name)
      return false
    }
    this.#count('failed')
    const { name } = this.#sink
    // One line for a receiver that is away, however long it is.
    if (this.#backoff.failures(name) === 0 || delivery.kind === 'refused')
      this.#world.log.warn('cannot send a notification', { to: name, error: delivery.reason })
    if (delivery.kind === 'failed') return true
    this.#drop(1)
    return false
  }

  #bound(): void {
    this.#drop(this.#queue.splice(0, this.#queue.length - MOST_WAITING).length)
  }

  #drop(count: number): void {
    if (count === 0) return
    this.#count('dropped', count)
    this.#world.log.warn('dropped notifications', { to: this.#sink.name, count })
  }
}

function failed(reason: string): SendResult {
  return { kind: 'failed', reason }
}
