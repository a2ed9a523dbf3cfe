import { readClusterFitout } from '../../domain/validation/read-fitout.ts'
import { factOf } from '../../domain/notify/fact.ts'
import { GATHER_MS, NotificationBatcher } from '../../domain/notify/notification-batcher.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { Change } from '../../engine/follow/change.ts'
import { keyOf } from '../../engine/queue/key.ts'
import type { World } from '../world/world.ts'
import { NotificationQueue } from './notification-queue.ts'
import type { NotificationSink } from '../world/notification-sink.ts'

/** A few seconds for what is left: the process has not more when it is asked to end. */
const LAST_TRY_MS = 5_000

/**
 * Tells people about the fleet, from the statuses of ClusterFitouts as they are followed: no reconcile knows of it.
 *
 * What was told is remembered as long as the process lives. A new one tells what still needs action, and who got ready
 * lately, under the same keys.
 */
export class Notices {
  readonly #clock: World['clock']
  readonly #batcher = new NotificationBatcher()
  readonly #queue: NotificationQueue
  readonly #over = new AbortController()
  #isAwake = false

  constructor(world: Pick<World, 'clock' | 'random' | 'metrics' | 'log'>, sink: NotificationSink) {
    this.#clock = world.clock
    this.#queue = new NotificationQueue(world, sink)
  }

  /** Takes ClusterFitouts that are not known yet: all at the start, then those of clusters that come to the shard. */
  take(clusterFitouts: readonly KubeObject[]): void {
    for (const object of clusterFitouts) this.#hear(object)
  }

  /** Drops a cluster that is not ours any more: others tell of it from now on. */
  forget(key: string): void {
    this.#batcher.forget(key)
  }

  /** A ClusterFitout changed. */
  heard(change: Change): void {
    if (change.kind === 'removed') this.#batcher.forget(change.key)
    else this.#hear(change.after)
  }

  /** Tells nothing new any more, and tries to send what is left. What was still gathered is for the next one. */
  async stop(withinMs: number): Promise<void> {
    this.#over.abort()
    await this.#queue.stop(Math.min(withinMs, LAST_TRY_MS))
  }

  #hear(object: KubeObject): void {
    const reading = readClusterFitout(object)
    const fact = reading.kind === 'valid' ? factOf(reading.clusterFitout, this.#clock.now()) : undefined
    this.#batcher.hear(keyOf(object), fact, this.#clock.elapsed())
    if (fact && !this.#isAwake) void this.#tellWhatIsDue()
  }

  async #tellWhatIsDue(): Promise<void> {
    const { signal } = this.#over
    this.#isAwake = true
    for (let due = this.#batcher.dueAt(); due !== undefined && !signal.aborted; due = this.#batcher.dueAt()) {
      // What comes meanwhile is due no sooner.
      const sleepMs = Math.min(Math.max(1, Math.ceil(due - this.#clock.elapsed())), GATHER_MS)
      await this.#clock.sleep(sleepMs, signal)
      if (signal.aborted) break
      for (const notification of this.#batcher.takeDue(this.#clock.elapsed())) this.#queue.add(notification)
    }
    this.#isAwake = false
  }
}
