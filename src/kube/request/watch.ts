import { ApiError } from '../../engine/api/api-error.ts'
import type { OpenWatch, Selection, WatchListener } from '../../engine/api/api.ts'
import type { Clock, Random } from '../../engine/clock.ts'
import { type Swept, sweepOf } from '../../engine/run/sweep.ts'
import { LineSplitter } from '../answer/line-splitter.ts'
import { readWatchEvent } from '../answer/read-watch-event.ts'
import type { OpenCall, Transport } from '../transport/transport.ts'
import type { Guard } from '../transport/guard.ts'
import type { BodyReader, IncomingBody } from '../transport/incoming-body.ts'
import { openResponse } from './send-request.ts'
import { callName } from './call-name.ts'
import { acceptOne } from './read-calls.ts'
import { queryText, resourcePath } from './resource-path.ts'

/** A server that is watched. */
export interface WatchedServer {
  readonly transport: Transport
  readonly random: Random
  readonly clock: Clock
}

/** What is watched, and from which version on. */
export type WatchedSelection = Selection & { readonly resourceVersion: string }

// As long as API servers let a watch live of which nothing is said: opening one costs as much as a hundred bookmarks.
const MIN_SECONDS = 1800
const SPREAD_SECONDS = 1800
// A server that does not end a watch when it said it would is not waited for any longer.
const GRACE_MS = 30_000

/** Opens a watch and tells the listener what it says, until the server ends it, it breaks or `timeoutMs` are over. */
export function listen(
  server: WatchedServer,
  selection: WatchedSelection,
  to: { readonly listener: WatchListener; readonly timeoutMs?: number | undefined },
): OpenWatch {
  const reader = new WatchReader(server, selection, to.listener)
  void reader.open(to.timeoutMs)
  return reader
}

/**
 * One watch: opening until the server answers, reading or paused while it lasts, and then over.
 *
 * While it waits for an event there is no promise, timer, signal or function of its own, as tens of thousands of watches
 * wait at the same time: the body tells it what has come, and the sweep that time has passed.
 */
class WatchReader implements OpenWatch, BodyReader, Swept {
  readonly #server: WatchedServer
  readonly #selection: WatchedSelection
  readonly #listener: WatchListener
  #state: 'opening' | 'reading' | 'paused' | 'over' = 'opening'
  /** Ends the opening; only there meanwhile. */
  #opening: AbortController | undefined = new AbortController()
  #guard: Guard | undefined
  #body: IncomingBody | undefined
  #splitter: LineSplitter | undefined
  /** What has come and was not reported yet. */
  #lines: Buffer[] | undefined
  #isTelling = false
  #endsAt = Infinity
  /** Only for a wire that does not find out by itself that the server is gone. */
  #quietAt = Infinity

  constructor(server: WatchedServer, selection: WatchedSelection, listener: WatchListener) {
    this.#server = server
    this.#selection = selection
    this.#listener = listener
  }

  /** Asks the server. */
  async open(timeoutMs: number | undefined): Promise<void> {
    // Spread, so that the watches of many clusters do not end in the same second.
    const seconds = MIN_SECONDS + Math.floor(this.#server.random() * SPREAD_SECONDS)
    try {
      const { incoming, guard } = await this.#ask(seconds, timeoutMs)
      this.#opening = undefined
      if (this.#isOver()) return guard.end()
      guard.keepOpen()
      this.#guard = guard
      this.#body = incoming.body
      this.#endsAt = this.#server.clock.elapsed() + (timeoutMs ?? seconds * 1000 + GRACE_MS)
      this.#state = 'reading'
      sweepOf(this.#server.clock).add(this)
      this.#noteLife(incoming.isPinged)
      this.#tell()
    } catch (error) {
      this.#finish(error)
    }
  }

  pause(): void {
    if (this.#state === 'reading') this.#state = 'paused'
  }

  resume(): void {
    if (this.#state !== 'paused') return
    this.#state = 'reading'
    this.#tell()
  }

  end(): void {
    if (this.#isOver()) return
    this.#state = 'over'
    this.#opening?.abort('over')
    this.#letGo()
  }

  onPiece(piece: Buffer): void {
    try {
      this.#take(piece)
    } catch (error) {
      return this.#finish(error)
    }
    this.#tell()
  }

  onWhole(): void {
    // Half an event is no event: what it said is lost, and must not be passed over.
    const isHalf = (this.#splitter?.pendingBytes ?? 0) > 0
    this.#finish(isHalf ? new ApiError('BadAnswer', { call: this.#guard?.call ?? '' }) : undefined)
  }

  onBroken(error: unknown): void {
    this.#finish(error)
  }

  sweep(now: number): void {
    // What has come by now may not have been looked at: a process that was busy, or stopped, looks at timers first.
    if (this.#lateCode(now)) setImmediate(() => this.#lookOnceMore())
  }

  #lookOnceMore(): void {
    const code = this.#lateCode(this.#server.clock.elapsed())
    if (code) this.#guard?.fail(code)
  }

  #lateCode(now: number): 'Timeout' | 'Unreachable' | undefined {
    if (now >= this.#endsAt) return 'Timeout'
    return now >= this.#quietAt ? 'Unreachable' : undefined
  }

  async #ask(seconds: number, timeoutMs = Infinity): Promise<OpenCall> {
    const { transport } = this.#server
    const call = callName('watch', this.#selection)
    const path = watchPath(this.#selection, seconds)
    if (path === undefined) throw new ApiError('Invalid', { call })
    return openResponse(transport, {
      call,
      method: 'GET',
      path,
      ...acceptOne(this.#selection.metadataOnly),
      isWatch: true,
      isSecret: this.#selection.resource.kind === 'Secret',
      deadlineMs: Math.min(timeoutMs, transport.limits.watchOpenMs),
      signal: this.#opening?.signal,
    })
  }

  /** Returns what has come, line by line, and waits for more. */
  #tell(): void {
    const [body, guard] = [this.#body, this.#guard]
    // Who is told may pause and continue: the loop below sees it.
    if (this.#isTelling || !body || !guard) return
    this.#isTelling = true
    while (this.#state === 'reading') {
      const line = this.#lines?.shift()
      if (line) {
        this.#tellLine(line, guard)
        continue
      }
      this.#lines = undefined
      if (!body.read(this)) break
    }
    this.#isTelling = false
  }

  #tellLine(line: Buffer, guard: Guard): void {
    try {
      guard.check()
      this.#listener.onEvent(readWatchEvent(line, this.#selection, guard.call))
    } catch (error) {
      this.#finish(error)
    }
  }

  #take(piece: Buffer): void {
    const [guard, splitter] = [this.#guard, (this.#splitter ??= new LineSplitter())]
    const { transport } = this.#server
    const { eventBytes } = transport.limits
    transport.received(piece)
    if (this.#quietAt !== Infinity) this.#noteLife(false)
    this.#lines = splitter.push(piece)
    const { pendingBytes } = splitter
    const isTooLarge = this.#lines.some(({ length }) => length > eventBytes) || pendingBytes > eventBytes
    if (isTooLarge || guard?.hold(pendingBytes) === false)
      throw new ApiError('TooLarge', { call: guard?.call ?? '' })
    // Nothing is kept between two events.
    if (pendingBytes === 0) this.#splitter = undefined
  }

  #noteLife(isPinged: boolean): void {
    if (!isPinged) this.#quietAt = this.#server.clock.elapsed() + this.#server.transport.limits.quietWatchMs
  }

  #finish(error: unknown): void {
    if (this.#isOver()) return
    this.#state = 'over'
    const thrown = error === undefined ? undefined : (this.#guard?.errorFor(error) ?? error)
    this.#letGo()
    this.#listener.onEnd(thrown)
  }

  #letGo(): void {
    sweepOf(this.#server.clock).delete(this)
    this.#lines = undefined
    this.#guard?.end()
  }

  #isOver(): boolean {
    return this.#state === 'over'
  }
}

function watchPath(selection: WatchedSelection, seconds: number): string | undefined {
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
