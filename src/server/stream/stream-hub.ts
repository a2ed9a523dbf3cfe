import type { Clock } from '../../engine/clock.ts'
import type { ConsoleFleet } from '../fleet/console-fleet.ts'
import type { UserSession } from '../http/console-identity.ts'
import { HttpRefusal } from '../http/http-refusal.ts'
import type { StreamOutput } from '../http/server-route.ts'
import type { ClusterKnowledge } from '../answers/cluster-answer.ts'
import { LiveReader } from './live-reader.ts'
import type { StreamTopics } from './read-topics.ts'

/** What streams need. */
export interface StreamWorld {
  readonly fleet: ConsoleFleet
  /** The time of the people in front of it. */
  readonly clock: Clock
  readonly knowledge: ClusterKnowledge
}

/** A stream that somebody wants. */
export interface WantedStream {
  readonly session: UserSession
  readonly topics: StreamTopics
  /** The last number that the reader knows; undefined if it knows nothing yet. */
  readonly after: number | undefined
}

/** A tab has one; one that was cut may be open for a moment beside its successor. */
const MOST_OF_USER = 20
const MOST_OF_ALL = 1_000
/** A proxy ends what is quiet for long. */
const PING_MS = 15_000

/** All streams that are open: each change of the fleet goes to those that may see it. */
export class StreamHub {
  readonly #world: StreamWorld
  readonly #readers = new Set<LiveReader>()
  readonly #stopped = new AbortController()
  #unsubscribe: () => void = () => undefined
  #pinging: Promise<void> = Promise.resolve()

  constructor(world: StreamWorld) {
    this.#world = world
  }

  start(): void {
    this.#unsubscribe = this.#world.fleet.subscribe(() => {
      for (const reader of this.#readers) reader.tell()
    })
    this.#pinging = this.#ping()
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    this.#unsubscribe()
    for (const reader of this.#readers) reader.end()
    await this.#pinging
  }

  /** How many are open. */
  get size(): number {
    return this.#readers.size
  }

  /** Refuses one more if there are too many. */
  admit({ id }: Pick<UserSession, 'id'>): void {
    const own = [...this.#readers].filter(reader => reader.sessionId === id)
    if (own.length >= MOST_OF_USER || this.#readers.size >= MOST_OF_ALL)
      throw new HttpRefusal('TooManyRequests', 'too many streams are open: close other tabs of the console', {
        retryAfter: 30,
      })
  }

  /** Opens a stream. */
  open(wanted: WantedStream, output: StreamOutput): void {
    const reader = new LiveReader(this.#world, wanted, output)
    this.#readers.add(reader)
    output.onClose(() => this.#readers.delete(reader))
    reader.begin()
  }

  async #ping(): Promise<void> {
    const { signal } = this.#stopped
    while (!signal.aborted) {
      await this.#world.clock.sleep(PING_MS, signal)
      for (const reader of this.#readers) reader.ping()
    }
  }
}
