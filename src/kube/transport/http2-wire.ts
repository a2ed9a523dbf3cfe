import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type IncomingHttpHeaders,
  type IncomingHttpStatusHeader,
  connect,
  constants,
} from 'node:http2'
import type { TLSSocket } from 'node:tls'
import type { Limits } from './connection-config.ts'
import { Failure, failureOf } from './failure.ts'
import type { Guard } from './guard.ts'
import { IncomingBody } from './incoming-body.ts'
import type { Incoming, Wire, WireRequest } from './wire.ts'

/** What a server may send of an answer that nobody reads on. Each watch may hold so much. */
const STREAM_WINDOW = 256 * 1024
const SESSION_WINDOW = 16 * STREAM_WINDOW
const MAX_HEADER_BYTES = 64 * 1024

interface Http2WireOptions {
  readonly limits: Limits
  readonly onClose: (wire: Wire) => void
}

/** One HTTP/2 session: all calls and watches of a server share it. */
export class Http2Wire implements Wire {
  readonly #session: ClientHttp2Session
  readonly #socket: Pick<TLSSocket, 'bytesRead'>
  readonly #limits: Limits
  /** What every head says of where it goes. */
  readonly #origin: readonly string[]
  #mayRequest = true
  #pinger: NodeJS.Timeout
  /** How much had come at the last look. */
  #heardBytes = 0
  #pong: NodeJS.Timeout | undefined

  constructor(origin: string, socket: TLSSocket, { limits, onClose }: Http2WireOptions) {
    this.#limits = limits
    this.#socket = socket
    this.#origin = [':scheme', 'https', ':authority', new URL(origin).host]
    this.#session = connect(origin, {
      createConnection: () => socket,
      settings: {
        enablePush: false,
        initialWindowSize: STREAM_WINDOW,
        maxHeaderListSize: MAX_HEADER_BYTES,
      },
    })
    this.#session.once('connect', () => this.#session.setLocalWindowSize(SESSION_WINDOW))
    // Servers say this to spread their clients: what is under way may end, all else goes elsewhere.
    this.#session.on('goaway', () => (this.#mayRequest = false))
    // What failed is told by the streams; the session only must not continue.
    this.#session.on('error', () => (this.#mayRequest = false))
    this.#session.once('close', () => {
      this.#stopPinging()
      onClose(this)
    })
    // Of two looks with nothing between them, the second one is within this time after the last that has come.
    this.#pinger = setInterval(() => this.#pingIfQuiet(), limits.pingQuietMs / 2).unref()
  }

  get isUsable(): boolean {
    return this.#mayRequest && !this.#session.closed && !this.#session.destroyed
  }

  async send(request: WireRequest, guard: Guard): Promise<Incoming> {
    const stream = this.#open(request)
    guard.onEnd(() => abandon(stream))
    return new Promise((resolve, reject) => {
      const onError = (error: unknown): void => reject(streamFailure(stream, error))
      const onClose = (): void => reject(streamFailure(stream, undefined))
      const onResponse = (headers: IncomingHttpHeaders & IncomingHttpStatusHeader): void => {
        const body = bodyOf(stream)
        // From now on the body listens: a watch lives long, and many do.
        stream.off('close', onClose).off('error', onError).off('response', onResponse)
        resolve({ status: headers[':status'] ?? 0, headers, body, isPinged: true })
      }
      stream.on('error', onError).on('close', onClose).on('response', onResponse)
    })
  }

  retire(): void {
    this.#mayRequest = false
    this.#session.close()
  }

  destroy(): void {
    this.#mayRequest = false
    this.#session.destroy()
  }

  #open({ method, path, headers, body }: WireRequest): ClientHttp2Stream {
    try {
      // As a list, and the same texts in all: Node keeps the head of each stream, and a map of it takes four times as much.
      const head = [':method', method, ':path', path, ...this.#origin, ...listOf(headers)]
      const stream = this.#session.request(head, { endStream: body === undefined })
      if (body !== undefined) stream.end(body)
      return stream
    } catch {
      // The session went away between the look at it and now.
      this.#mayRequest = false
      throw new Failure('Unreachable', { isUnprocessed: true })
    }
  }

  // A server that says something is there. Each PING costs both sides as much as a bookmark.
  #pingIfQuiet(): void {
    const { bytesRead } = this.#socket
    const isQuiet = bytesRead === this.#heardBytes
    this.#heardBytes = bytesRead
    if (isQuiet && !this.#pong) this.#ping()
  }

  #ping(): void {
    this.#pong = setTimeout(() => {
      // After a stop of the whole process the answer may lie in the socket, unread: one more look at it.
      this.#pong = setTimeout(() => this.#session.destroy(new Failure('Unreachable')), 1).unref()
    }, this.#limits.pongMs).unref()
    const isSent = !this.#session.destroyed && this.#session.ping(() => this.#heard())
    if (!isSent) this.#session.destroy(new Failure('Unreachable'))
  }

  #heard(): void {
    clearTimeout(this.#pong)
    this.#pong = undefined
  }

  #stopPinging(): void {
    this.#mayRequest = false
    clearInterval(this.#pinger)
    this.#heard()
  }
}

function listOf(headers: WireRequest['headers']): readonly string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [name, String(value)],
  )
}

// By itself: what is made inside of `send` holds its promise, and with it the head of the answer.
function bodyOf(stream: ClientHttp2Stream): IncomingBody {
  return new IncomingBody(stream, () => stream.rstCode === constants.NGHTTP2_NO_ERROR && !stream.aborted)
}

function abandon(stream: ClientHttp2Stream): void {
  if (stream.readableEnded && stream.writableFinished) return
  if (!stream.closed) stream.close(constants.NGHTTP2_CANCEL)
  // To a dead server the reset can never be sent, and the stream would wait for that.
  stream.destroy()
}

function streamFailure(stream: ClientHttp2Stream, error: unknown): Failure {
  if (stream.rstCode === constants.NGHTTP2_REFUSED_STREAM) {
    return new Failure('Unreachable', { isUnprocessed: true })
  }
  return failureOf(error)
}
