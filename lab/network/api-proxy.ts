import { type IncomingMessage, type ServerResponse } from 'node:http'
import { Agent, type Server, createServer, request } from 'node:https'
import { buffer } from 'node:stream/consumers'
import type { KeyPair } from '../certificates.ts'

/** A request that changes something, as it passes by: its place among all of them, from 1, and what it is about. */
export interface PassingWrite {
  readonly number: number
  readonly method: string
  readonly path: string
}

/** What someone who stands in the way does about a write. */
export type Interference = 'pass' | 'drop-request' | 'drop-answer'

/** What becomes of a request that does not reach the server: it is refused with a status, or never answered. */
export type Disturbance = 403 | 500 | 'hang'

/** A request as it passes by, of whatever kind. */
export interface PassingRequest {
  readonly method: string
  readonly path: string
}

export interface ApiProxyOptions {
  readonly port: number
  /** Where the API server is. */
  readonly target: number
  readonly serving: KeyPair
  /** The authority of the API server. */
  readonly ca: string
}

/** Stands between one client and an API server, reads along, and can lose any write: before the server has it, or its answer. */
export class ApiProxy {
  readonly port: number
  readonly #options: ApiProxyOptions
  readonly #server: Server
  readonly #agent: Agent
  #count = 0
  #interfere: (write: PassingWrite) => Interference = () => 'pass'
  #disturb: (request: PassingRequest) => Disturbance | undefined = () => undefined

  private constructor(options: ApiProxyOptions) {
    this.port = options.port
    this.#options = options
    this.#agent = new Agent({ keepAlive: true, ca: options.ca })
    this.#server = createServer(options.serving, (asked, answer) => void this.#serve(asked, answer))
  }

  static async start(options: ApiProxyOptions): Promise<ApiProxy> {
    const proxy = new ApiProxy(options)
    await new Promise<void>((resolve, reject) => {
      proxy.#server.once('error', reject)
      proxy.#server.listen(options.port, '127.0.0.1', resolve)
    })
    return proxy
  }

  /** How many writes have passed since it began to count. */
  get writes(): number {
    return this.#count
  }

  /** Counts again from here, and asks about every write what shall become of it. */
  countAnew(interfere: (write: PassingWrite) => Interference = () => 'pass'): void {
    this.#count = 0
    this.#interfere = interfere
  }

  /** Lets some requests not reach the server; none by default. */
  disturb(disturbance: (request: PassingRequest) => Disturbance | undefined = () => undefined): void {
    this.#disturb = disturbance
  }

  async close(): Promise<void> {
    const closed = new Promise<void>(resolve => {
      this.#server.close(() => resolve())
    })
    this.#server.closeAllConnections()
    this.#agent.destroy()
    await closed
  }

  async #serve(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '' } = asked
    const disturbance = this.#disturb({ method, path })
    if (disturbance === 'hang') return
    if (disturbance !== undefined) return refuse(answer, disturbance)
    const interference = this.#judge(asked)
    if (interference === 'drop-request') {
      asked.socket.destroy()
      return
    }
    const upstream = request({
      host: '127.0.0.1',
      port: this.#options.target,
      agent: this.#agent,
      method: asked.method,
      path: asked.url,
      headers: asked.headers,
    })
    upstream.once('error', () => asked.socket.destroy())
    upstream.once('response', found => void pass(found, answer, interference))
    answer.once('close', () => upstream.destroy())
    asked.pipe(upstream)
  }

  #judge({ method = 'GET', url = '' }: IncomingMessage): Interference {
    // Whoever leads says so every two seconds; that is no word about a cluster.
    if (method === 'GET' || url.includes('/leases')) return 'pass'
    this.#count += 1
    return this.#interfere({ number: this.#count, method, path: url })
  }
}

function refuse(answer: ServerResponse, code: 403 | 500): void {
  const reason = code === 403 ? 'Forbidden' : 'InternalError'
  const status = { apiVersion: 'v1', kind: 'Status', status: 'Failure', code, reason, message: reason }
  answer.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(status))
}

async function pass(
  found: IncomingMessage,
  answer: ServerResponse,
  interference: Interference,
): Promise<void> {
  if (interference === 'drop-answer') {
    // The server has done it, whatever the client gets to know.
    await buffer(found).catch(() => undefined)
    answer.destroy()
    return
  }
  answer.writeHead(found.statusCode ?? 502, found.headers)
  found.once('error', () => answer.destroy())
  found.pipe(answer)
}
