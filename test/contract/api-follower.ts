import type { WatchEvent } from '../../src/engine/api/api.ts'
import type { Bench } from './api-bench.ts'

type ObjectEvent = Exclude<WatchEvent, { readonly type: 'BOOKMARK' }>

/** Someone who reads a watch and writes down what it says. */
export class Follower {
  /** All but the bookmarks, which a server may send at any time. */
  readonly events: ObjectEvent[] = []
  readonly bookmarks: string[] = []
  readonly #bench: Pick<Bench, 'until'>
  readonly #stop: AbortController
  readonly #reading: Promise<void>
  /** What the watch ended with: undefined while it continues, `done`, or the error. */
  end: unknown

  constructor(bench: Pick<Bench, 'until'>, open: (signal: AbortSignal) => AsyncIterable<WatchEvent>) {
    this.#bench = bench
    this.#stop = new AbortController()
    this.#reading = this.#read(open(this.#stop.signal))
  }

  async #read(watch: AsyncIterable<WatchEvent>): Promise<void> {
    try {
      for await (const event of watch) {
        if (event.type === 'BOOKMARK') this.bookmarks.push(event.resourceVersion)
        else this.events.push(event)
      }
      this.end = 'done'
    } catch (error) {
      this.end = error
    }
  }

  /** What was told so far, in short: `ADDED thing-1`. */
  get told(): readonly string[] {
    return this.events.map(({ type, object }) => `${type} ${object.metadata.name}`)
  }

  /** Waits for so many events and returns the last of them. */
  async until(count: number): Promise<ObjectEvent | undefined> {
    await this.#bench.until(
      `${count} events come, not only ${this.told.join(', ')}`,
      () => this.events.length >= count || this.end !== undefined,
    )
    return this.events[count - 1]
  }

  async untilBookmark(): Promise<string> {
    await this.#bench.until('a bookmark comes', () => this.bookmarks.length > 0 || this.end !== undefined)
    return this.bookmarks[0] ?? ''
  }

  async untilEnd(): Promise<unknown> {
    await this.#bench.until('the watch ends', () => this.end !== undefined)
    return this.end
  }

  async close(): Promise<void> {
    this.#stop.abort()
    await this.#reading
  }
}
