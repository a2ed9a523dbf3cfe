import { ApiError } from '../../engine/api/api-error.ts'
import type { Call, OpenWatch, WatchEvent, WatchListener } from '../../engine/api/api.ts'
import { callName } from './call-name.ts'
import { type WatchedSelection, type WatchedServer, listen } from './watch.ts'

/** Reads a watch event by event, until the server ends it, or throws an ApiError. Nothing is sent before the first `next`. */
export function iterateWatch(
  server: WatchedServer,
  selection: WatchedSelection,
  call: Call = {},
): AsyncIterableIterator<WatchEvent, undefined> {
  return new WatchIterator(server, selection, call)
}

type Next = IteratorResult<WatchEvent, undefined>

const over = { done: true, value: undefined } as const

/** Listens to a watch, which is paused after each event until a user asks for the next one. */
class WatchIterator implements AsyncIterableIterator<WatchEvent, undefined>, WatchListener {
  readonly #server: WatchedServer
  readonly #selection: WatchedSelection
  readonly #call: Call
  #watch: OpenWatch | undefined
  /** Who waits for the next event. */
  #waiting: PromiseWithResolvers<Next> | undefined
  #end: { readonly error: unknown } | undefined
  readonly #onAbort = () => this.#cancel()

  constructor(server: WatchedServer, selection: WatchedSelection, call: Call) {
    this.#server = server
    this.#selection = selection
    this.#call = call
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<Next> {
    if (this.#end) return this.#tellEnd(this.#end)
    const { promise } = (this.#waiting = Promise.withResolvers<Next>())
    if (this.#watch) this.#watch.resume()
    else this.#begin()
    return promise
  }

  async return(): Promise<Next> {
    this.#watch?.end()
    this.#over(undefined)
    return over
  }

  onEvent(value: WatchEvent): void {
    this.#watch?.pause()
    this.#waiting?.resolve({ done: false, value })
    this.#waiting = undefined
  }

  onEnd(error: unknown): void {
    this.#over(error)
  }

  #begin(): void {
    const { signal, timeoutMs } = this.#call
    if (signal?.aborted) return this.#cancel()
    signal?.addEventListener('abort', this.#onAbort)
    this.#watch = listen(this.#server, this.#selection, { listener: this, timeoutMs })
  }

  #cancel(): void {
    this.#watch?.end()
    this.#over(new ApiError('Cancelled', { call: callName('watch', this.#selection) }))
  }

  #over(error: unknown): void {
    if (this.#end) return
    this.#end = { error }
    this.#call.signal?.removeEventListener('abort', this.#onAbort)
    const waiting = this.#waiting
    this.#waiting = undefined
    if (error === undefined) waiting?.resolve(over)
    else waiting?.reject(error)
  }

  /** The error is reported once, as by any iterator. */
  #tellEnd({ error }: { readonly error: unknown }): Next {
    this.#end = { error: undefined }
    if (error === undefined) return over
    throw error
  }
}
