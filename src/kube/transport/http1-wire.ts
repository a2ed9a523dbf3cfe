import type { IncomingMessage } from 'node:http'
import { Agent, request as httpsRequest } from 'node:https'
import { Socket } from 'node:net'
import { connect } from 'node:tls'
import { type Target, tlsOptions } from './dial.ts'
import { Failure, failureOf } from './failure.ts'
import type { Guard } from './guard.ts'
import { IncomingBody } from './incoming-body.ts'
import { openTunnel } from './tunnel.ts'
import type { Incoming, Wire, WireRequest } from './wire.ts'

const ALPNProtocols = ['http/1.1']
/** As many as a few calls that hang must not keep the others from being made: a webhook that does not answer holds writes. */
const MAX_CALL_SOCKETS = 8
const MAX_FREE_SOCKETS = 2
const MAX_HEADER_BYTES = 64 * 1024
const TUNNEL_MS = 10_000

interface Http1WireOptions {
  readonly onSocket: () => void
  readonly onClose: (wire: Wire) => void
}

/** HTTP/1.1 for servers that know no better: a few connections for calls, of which two stay, and one for each watch. */
export class Http1Wire implements Wire {
  readonly #target: Target
  readonly #calls: Agent
  readonly #watches: Agent
  readonly #onSocket: () => void
  readonly #onClose: (wire: Wire) => void
  #isUsable = true

  constructor(target: Target, { onSocket, onClose }: Http1WireOptions) {
    this.#target = target
    this.#onSocket = onSocket
    this.#onClose = onClose
    this.#calls = new Agent({
      ALPNProtocols,
      keepAlive: true,
      maxSockets: MAX_CALL_SOCKETS,
      maxFreeSockets: MAX_FREE_SOCKETS,
    })
    // Watches stay open: they would leave no connection for calls.
    this.#watches = new Agent({ ALPNProtocols, keepAlive: false })
    for (const agent of [this.#calls, this.#watches]) goThroughProxy(agent, target)
  }

  get isUsable(): boolean {
    return this.#isUsable
  }

  async send(request: WireRequest, guard: Guard): Promise<Incoming> {
    const { method, path, headers, body, isWatch } = request
    const outgoing = httpsRequest({
      ...tlsOptions(this.#target),
      agent: isWatch ? this.#watches : this.#calls,
      maxHeaderSize: MAX_HEADER_BYTES,
      method,
      path,
      // Without a length, the body of a DELETE would be taken for the next request.
      headers: { ...headers, ...(body === undefined ? {} : { 'content-length': body.length }) },
    })
    guard.onEnd(() => outgoing.destroy())
    outgoing.once('socket', () => {
      if (!outgoing.reusedSocket) this.#onSocket()
    })
    outgoing.end(body)
    return new Promise((resolve, reject) => {
      outgoing.on('error', error => {
        // The next one looks again which protocols the server speaks.
        this.#isUsable = false
        reject(failureOf(error))
      })
      outgoing.once('close', () => reject(new Failure('Unreachable')))
      outgoing.once('response', message => {
        // Such a server says that a body is over by closing the connection, and so does a broken one.
        if (message.httpVersion === '1.1') resolve(incomingOf(message))
        else reject(new Failure('BadAnswer'))
      })
    })
  }

  retire(): void {
    this.#isUsable = false
    // Connections in use are closed when they get free.
    this.#calls.maxFreeSockets = 0
    for (const socket of Object.values(this.#calls.freeSockets).flat()) socket?.destroy()
    this.#onClose(this)
  }

  destroy(): void {
    this.#isUsable = false
    this.#calls.destroy()
    this.#watches.destroy()
  }
}

function incomingOf(message: IncomingMessage): Incoming {
  return {
    status: message.statusCode ?? 0,
    headers: message.headers,
    body: new IncomingBody(message, () => message.complete),
    isPinged: false,
  }
}

function goThroughProxy(agent: Agent, target: Target): void {
  const { proxy } = target
  if (!proxy) return
  agent.createConnection = (_, callback) => {
    const answer = async () => {
      try {
        const socket = await openTunnel(proxy, target, { timeoutMs: TUNNEL_MS })
        callback?.(null, connect({ ...tlsOptions(target), ALPNProtocols, socket }))
      } catch (error) {
        callback?.(failureOf(error), new Socket())
      }
    }
    void answer()
    return undefined
  }
}
