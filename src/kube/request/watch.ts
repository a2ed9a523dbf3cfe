import { ApiError } from '../../engine/api/api-error.ts'
import type { Call, Selection, WatchEvent } from '../../engine/api/api.ts'
import type { Random } from '../../engine/clock.ts'
import { LineSplitter } from '../answer/line-splitter.ts'
import { readWatchEvent } from '../answer/read-watch-event.ts'
import type { Guard } from '../transport/guard.ts'
import type { OpenCall, Transport } from '../transport/transport.ts'
import { openAnswer } from './ask.ts'
import { callName } from './call-name.ts'
import { acceptOne } from './read-calls.ts'
import { queryText, resourcePath } from './resource-path.ts'

interface WatchOptions {
  readonly transport: Transport
  readonly random: Random
}

const MIN_SECONDS = 300
const SPREAD_SECONDS = 300
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

/** The events of one watch. No generator, as tens of thousands of them wait at the same time. */
class EventReader implements AsyncIterableIterator<WatchEvent, undefined> {
  readonly #options: WatchOptions
  readonly #selection: WatchedSelection
  readonly #call: Call
  readonly #splitter = new LineSplitter()
  #lines: Buffer[] = []
  #open: OpenCall | undefined
  #isOver = false

  constructor(options: WatchOptions, selection: WatchedSelection, call: Call) {
    this.#options = options
    this.#selection = selection
    this.#call = call
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<IteratorResult<WatchEvent, undefined>> {
    if (this.#isOver) return over
    try {
      this.#open ??= await this.#begin()
      for (;;) {
        const line = this.#lines.shift()
        if (line) return { done: false, value: this.#eventIn(line, this.#open.guard) }
        const piece = await this.#open.incoming.body.next()
        if (piece.done) return this.#whole(this.#open.guard)
        this.#take(piece.value, this.#open)
      }
    } catch (error) {
      const thrown = this.#open?.guard.errorFor(error) ?? error
      this.#end()
      throw thrown
    }
  }

  async return(): Promise<IteratorResult<WatchEvent, undefined>> {
    this.#end()
    return over
  }

  async #begin(): Promise<OpenCall> {
    const { transport, random } = this.#options
    const { signal, timeoutMs } = this.#call
    const call = callName('watch', this.#selection)
    // Spread, so that the watches of many clusters do not end in the same second.
    const seconds = MIN_SECONDS + Math.floor(random() * SPREAD_SECONDS)
    const path = watchPath(this.#selection, seconds)
    if (path === undefined) throw new ApiError('Invalid', { call })
    const open = await openAnswer(transport, {
      call,
      method: 'GET',
      path,
      ...acceptOne(this.#selection.metadataOnly),
      isWatch: true,
      isSecret: this.#selection.resource.kind === 'Secret',
      deadlineMs: Math.min(timeoutMs ?? Infinity, transport.limits.watchOpenMs),
      signal,
    })
    open.guard.setDeadline(timeoutMs ?? seconds * 1000 + GRACE_MS)
    this.#noteLife(open)
    return open
  }

  #take(chunk: Buffer, open: OpenCall): void {
    const { transport } = this.#options
    const { eventBytes } = transport.limits
    transport.received(chunk)
    this.#noteLife(open)
    this.#lines = this.#splitter.push(chunk)
    const { pendingBytes } = this.#splitter
    const isTooLarge = this.#lines.some(({ length }) => length > eventBytes) || pendingBytes > eventBytes
    if (isTooLarge || !open.holding.set(pendingBytes))
      throw new ApiError('TooLarge', { call: open.guard.call })
  }

  #noteLife({ incoming, guard }: OpenCall): void {
    if (!incoming.isPinged) guard.progress(this.#options.transport.limits.quietWatchMs, 'Unreachable')
  }

  #eventIn(line: Buffer, guard: Guard): WatchEvent {
    guard.check()
    return readWatchEvent(line, this.#selection, guard.call)
  }

  #whole({ call }: Guard): typeof over {
    // Half an event is no event: what it said is lost, and must not be passed over.
    if (this.#splitter.pendingBytes > 0) throw new ApiError('BadAnswer', { call })
    this.#end()
    return over
  }

  #end(): void {
    this.#isOver = true
    this.#open?.end()
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
  return path && `${path}${queryText(query)}`
}
