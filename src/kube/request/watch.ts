import { ApiError } from '../../engine/api/api-error.ts'
import type { Call, Selection, WatchEvent } from '../../engine/api/api.ts'
import type { Random } from '../../engine/clock.ts'
import { LineSplitter } from '../answer/line-splitter.ts'
import { readWatchEvent } from '../answer/read-watch-event.ts'
import type { Guard } from '../transport/guard.ts'
import type { BodyReader, IncomingBody } from '../transport/incoming-body.ts'
import type { Transport } from '../transport/transport.ts'
import { openResponse } from './send-request.ts'
import { callName } from './call-name.ts'
import { acceptOne } from './read-calls.ts'
import { queryText, resourcePath } from './resource-path.ts'

interface WatchOptions {
  readonly transport: Transport
  readonly random: Random
}

// As long as API servers let a watch live of which nothing is said: opening one costs as much as a hundred bookmarks.
const MIN_SECONDS = 1800
const SPREAD_SECONDS = 1800
// A server that does not end a watch when it said it would is not waited for any longer.
const GRACE_MS = 30_000

/** Follows a selection until the server ends it, or throws an ApiError. Nothing is sent before the first `next`. */
export function watch(
  options: WatchOptions,
  selection: WatchedSelection,
  call: Call = {},
): AsyncIterableIterator<WatchEvent, undefined> {
  return new EventReader(options, selection, call)
}

type WatchedSelection = Selection & { readonly resourceVersion: string }

const over = { done: true, value: undefined } as const

/** A watch that the server has begun to answer. Its head is not kept: there are tens of thousands of watches. */
interface OpenWatch {
  readonly body: IncomingBody
  readonly guard: Guard
  readonly isPinged: boolean
}

/** The events of one watch. No generator and no async function, as tens of thousands of them wait at the same time. */
class EventReader implements AsyncIterableIterator<WatchEvent, undefined>, BodyReader {
  readonly #options: WatchOptions
  readonly #selection: WatchedSelection
  readonly #call: Call
  readonly #splitter = new LineSplitter()
  #lines: Buffer[] = []
  #open: OpenWatch | undefined
  #isOver = false
  /** Who waits for the next event. */
  #waiting: PromiseWithResolvers<IteratorResult<WatchEvent, undefined>> | undefined

  constructor(options: WatchOptions, selection: WatchedSelection, call: Call) {
    this.#options = options
    this.#selection = selection
    this.#call = call
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<IteratorResult<WatchEvent, undefined>> {
    if (this.#isOver) return Promise.resolve(over)
    if (!this.#open) return this.#first()
    this.#waiting = Promise.withResolvers()
    const { promise } = this.#waiting
    this.#tell(this.#open)
    return promise
  }

  async return(): Promise<IteratorResult<WatchEvent, undefined>> {
    this.#end()
    return over
  }

  onPiece(piece: Buffer): void {
    if (!this.#open) return
    try {
      this.#take(piece, this.#open)
    } catch (error) {
      return this.onBroken(error)
    }
    this.#tell(this.#open)
  }

  onWhole(): void {
    // Half an event is no event: what it said is lost, and must not be passed over.
    if (this.#splitter.pendingBytes > 0)
      return this.onBroken(new ApiError('BadAnswer', { call: this.#open?.guard.call ?? '' }))
    this.#end()
    this.#waiting?.resolve(over)
  }

  onBroken(error: unknown): void {
    const thrown = this.#open?.guard.errorFor(error) ?? error
    this.#end()
    this.#waiting?.reject(thrown)
  }

  async #first(): Promise<IteratorResult<WatchEvent, undefined>> {
    try {
      this.#open = await this.#begin()
    } catch (error) {
      this.#end()
      throw error
    }
    return this.next()
  }

  async #begin(): Promise<OpenWatch> {
    const { transport, random } = this.#options
    const { signal, timeoutMs } = this.#call
    const call = callName('watch', this.#selection)
    // Spread, so that the watches of many clusters do not end in the same second.
    const seconds = MIN_SECONDS + Math.floor(random() * SPREAD_SECONDS)
    const path = watchPath(this.#selection, seconds)
    if (path === undefined) throw new ApiError('Invalid', { call })
    const { incoming, guard } = await openResponse(transport, {
      call,
      method: 'GET',
      path,
      ...acceptOne(this.#selection.metadataOnly),
      isWatch: true,
      isSecret: this.#selection.resource.kind === 'Secret',
      deadlineMs: Math.min(timeoutMs ?? Infinity, transport.limits.watchOpenMs),
      signal,
    })
    guard.setDeadline(timeoutMs ?? seconds * 1000 + GRACE_MS)
    const open = { body: incoming.body, guard, isPinged: incoming.isPinged }
    this.#noteLife(open)
    return open
  }

  /** Tells of the next event, if it has come; waits for it if not. */
  #tell({ guard, body }: OpenWatch): void {
    const line = this.#lines.shift()
    if (!line) return body.read(this)
    try {
      guard.check()
      this.#waiting?.resolve({ done: false, value: readWatchEvent(line, this.#selection, guard.call) })
    } catch (error) {
      this.onBroken(error)
    }
  }

  #take(chunk: Buffer, open: OpenWatch): void {
    const { transport } = this.#options
    const { eventBytes } = transport.limits
    transport.received(chunk)
    this.#noteLife(open)
    this.#lines = this.#splitter.push(chunk)
    const { pendingBytes } = this.#splitter
    const isTooLarge = this.#lines.some(({ length }) => length > eventBytes) || pendingBytes > eventBytes
    if (isTooLarge || !open.guard.holding.set(pendingBytes))
      throw new ApiError('TooLarge', { call: open.guard.call })
  }

  #noteLife({ isPinged, guard }: OpenWatch): void {
    if (!isPinged) guard.progress(this.#options.transport.limits.quietWatchMs, 'Unreachable')
  }

  #end(): void {
    this.#isOver = true
    this.#open?.guard.end()
  }
}

function watchPath(
  selection: Selection & { readonly resourceVersion: string },
  seconds: number,
): string | undefined {
  const path = resourcePath(selection)
  const query = {
    watch: true,
    allowWatchBookmarks: true,
    resourceVersion: selection.resourceVersion,
    timeoutSeconds: seconds,
    labelSelector: selection.labels,
    fieldSelector: selection.fields,
  }
  // One text: parts of which it would be put together would be kept for as long as the watch.
  return path && [path, queryText(query)].join('')
}
