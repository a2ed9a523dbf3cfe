import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import type { Guard } from './guard.ts'
import type { IncomingBody } from './incoming-body.ts'

/** One request, whichever protocol carries it. */
export interface WireRequest {
  readonly method: 'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT'
  /** With the query. */
  readonly path: string
  readonly headers: OutgoingHttpHeaders
  readonly body?: Buffer | undefined
  /** Stays open, so it must not keep others from being sent. */
  readonly isWatch: boolean
}

/** The head of an answer, and its body as it comes. */
export interface Incoming {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Throws a Failure when it breaks off. */
  readonly body: IncomingBody
  /** Whether the wire finds out by itself that the server is gone. */
  readonly isPinged: boolean
}

/** A way to a server. */
export interface Wire {
  /** Whether new requests may be sent. Those under way are not concerned. */
  readonly isUsable: boolean
  /** Sends a request and waits for the head of its answer, or throws a Failure. */
  readonly send: (request: WireRequest, guard: Guard) => Promise<Incoming>
  /** Takes no new requests; those under way continue to their end. */
  readonly retire: () => void
  /** Ends it with all that is under way. */
  readonly destroy: () => void
}
