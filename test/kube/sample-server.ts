import {
  type Http2ServerRequest,
  type Http2ServerResponse,
  type Settings,
  createSecureServer,
} from 'node:http2'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { SampleCertificate } from './sample-authority.ts'

/** A request as a test sees it. */
export interface SampleRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: string
}

/** How a test answers. */
export interface SampleReply {
  readonly head: (status: number, headers?: Readonly<Record<string, string>>) => void
  readonly write: (data: string | Buffer) => void
  /** Sends JSON with its head, whole. */
  readonly json: (status: number, value: unknown) => void
  readonly end: () => void
  /** Runs when the request is over, by whomever. */
  readonly onClose: (run: () => void) => void
  /** Sends the same, or what is recreated, again and again, for as long as a user takes it. */
  readonly flood: (data: string | Buffer | (() => string)) => void
  readonly information: () => void
  /** Breaks this answer off. */
  readonly reset: (code?: number) => void
  /** Breaks the connection off. */
  readonly cut: () => void
  /** Asks the client to come back on another connection; over HTTP/2 only. */
  readonly goAway: () => void
}

type Handler = (reply: SampleReply, request: SampleRequest) => void
type Response = Http2ServerResponse | ServerResponse

/** An API server that does what a test tells it to, over HTTP/2 or HTTP/1.1. */
export class SampleServer {
  answer: Handler = reply => reply.end()
  connections = 0
  /** How often it was asked whether it is there, over HTTP/2. */
  pings = 0
  readonly requests: SampleRequest[] = []
  readonly #server: ReturnType<typeof createSecureServer>
  readonly #sockets = new Set<Socket>()

  private constructor(protocol: SampleProtocol, identity: SampleCertificate, settings: Settings) {
    const tls = {
      cert: identity.certificate,
      key: identity.key,
      requestCert: true,
      rejectUnauthorized: false,
    }
    this.#server = createSecureServer({ ...tls, allowHTTP1: true, ALPNProtocols: [protocol], settings })
    this.#server.on('secureConnection', (socket: TLSSocket) => this.#watch(socket))
    this.#server.on('connection', (socket: Socket) => this.#watch(socket))
    this.#server.on('secureConnection', () => this.connections++)
    this.#server.on('sessionError', () => undefined)
    this.#server.on('session', session => session.on('ping', () => this.pings++))
    this.#server.on('request', (request, response) => this.#handle(request, response))
  }

  static async start(
    protocol: SampleProtocol,
    identity: SampleCertificate,
    settings: Settings = {},
  ): Promise<SampleServer> {
    const server = new SampleServer(protocol, identity, settings)
    await new Promise<void>(resolve => server.#server.listen(0, '127.0.0.1', resolve))
    return server
  }

  get url(): string {
    return `https://127.0.0.1:${this.port}`
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** How many connections are open now. */
  get open(): number {
    return this.#sockets.size
  }

  cutAll(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  async stop(): Promise<void> {
    this.cutAll()
    await new Promise<void>(resolve => this.#server.close(() => resolve()))
  }

  #watch(socket: Socket): void {
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    socket.on('error', () => undefined)
  }

  #handle(request: Http2ServerRequest | IncomingMessage, response: Response): void {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('error', () => undefined)
    request.on('error', () => undefined)
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const seen = { method, url, headers, body: Buffer.concat(chunks).toString() }
      this.requests.push(seen)
      this.answer(replyOver(response), seen)
    })
  }
}

/** The protocols that a sample server may speak. */
export type SampleProtocol = 'h2' | 'http/1.1'

function replyOver(response: Response): SampleReply {
  const h2 = 'stream' in response && 'session' in response.stream ? response.stream : undefined
  const session = h2?.session
  const write = (data: string | Buffer): boolean => response.writable && writeTo(response, data)
  return {
    head: (status, headers = {}) => headTo(response, status, headers),
    write,
    json: (status, value) => {
      headTo(response, status, { 'content-type': 'application/json' })
      write(JSON.stringify(value))
      response.end()
    },
    end: () => void response.end(),
    onClose: run => void response.once('close', run),
    flood: data => {
      const more = () => {
        if (!response.writable) return
        if (write(typeof data === 'function' ? data() : data)) setImmediate(more)
        else response.once('drain', more)
      }
      more()
    },
    information: () => {
      if (h2?.destroyed || response.destroyed) return
      if (h2) h2.additionalHeaders({ ':status': 103 })
      else response.socket?.write('HTTP/1.1 103 Early Hints\r\n\r\n')
    },
    reset: (code = 2) => (h2 ? h2.close(code) : response.socket?.destroy()),
    cut: () => (session ? session.destroy() : response.socket?.destroy()),
    goAway: () => session?.goaway(0),
  }
}

function headTo(response: Response, status: number, headers: Readonly<Record<string, string>>): void {
  if ('stream' in response) {
    response.writeHead(status, headers)
    return
  }
  response.writeHead(status, headers)
  response.flushHeaders()
}

function writeTo(response: Response, data: string | Buffer): boolean {
  // The two have overloads that do not fit together.
  return 'stream' in response ? response.write(data) : response.write(data)
}
