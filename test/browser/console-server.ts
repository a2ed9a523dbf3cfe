import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { ClusterPatch, FleetPatch, PingData, ResyncData } from '../../src/server/api/stream-event.ts'
import type { ErrorResponse } from '../../src/server/api/error-response.ts'

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
}

/** What the server says of the page: nothing inline, nothing from elsewhere. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self'; base-uri 'none'; frame-ancestors 'none'"

/** What a path answers with. */
export type GivenAnswer =
  | { readonly body: object }
  | { readonly status: number; readonly error: ErrorResponse }
  | 'hangs'
  | 'breaks'

/** Serves the bundled console, and answers that a test decides on. */
export class ConsoleServer {
  readonly #folder: string
  readonly answers = new Map<string, GivenAnswer>()
  readonly asked: string[] = []
  /** What the page sent, the newest last. */
  readonly sent: { readonly path: string; readonly token: unknown; readonly body: unknown }[] = []
  readonly #streams = new Set<ServerResponse>()
  readonly #server = createServer((request, response) => {
    const path = request.url ?? '/'
    if (path.startsWith('/api/v1/stream')) return this.#stream(path, response)
    if (path.startsWith('/api/v1/')) {
      const name = decodeURIComponent(path.slice(8))
      if (request.method === 'GET') return this.#answer(name, response)
      return void this.#take(name, request, response)
    }
    return void serveFile(this.#folder, path, response)
  })

  /** `folder` is where the console is bundled. */
  constructor(folder: string) {
    this.#folder = folder
  }

  /** Starts on a free port of this machine. */
  async start(): Promise<string> {
    await new Promise<void>(resolve => {
      this.#server.listen(0, '127.0.0.1', resolve)
    })
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.cut()
    this.#server.closeAllConnections()
    await new Promise(resolve => {
      this.#server.close(resolve)
    })
  }

  /** Says something on all streams. */
  send(event: 'patch' | 'ping' | 'resync', data: FleetPatch | ClusterPatch | ResyncData | PingData): void {
    for (const stream of this.#streams)
      stream.write(`id: ${data.seq}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  /** Ends all streams. */
  cut(): void {
    for (const stream of this.#streams) stream.destroy()
    this.#streams.clear()
  }

  get streams(): number {
    return this.#streams.size
  }

  #stream(path: string, response: ServerResponse): void {
    this.asked.push(path)
    if (this.answers.get('stream') === 'breaks') return void response.destroy()
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
    response.write(': open\n\n')
    this.#streams.add(response)
    response.on('close', () => this.#streams.delete(response))
  }

  async #take(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body: unknown = JSON.parse(await text(request))
    this.sent.push({ path, token: request.headers['x-fitout-token'], body })
    this.#answer(path, response)
  }

  #answer(path: string, response: ServerResponse): void {
    this.asked.push(path)
    const found = this.answers.get(path) ?? notFound
    if (found === 'hangs') return
    if (found === 'breaks') return void response.destroy()
    const [status, body] = 'body' in found ? [200, found.body] : [found.status, found.error]
    response.writeHead(status, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(body))
  }
}

const notFound: GivenAnswer = {
  status: 404,
  error: { code: 'NotFound', message: 'There is nothing at this address' },
}

async function serveFile(folder: string, path: string, response: ServerResponse): Promise<void> {
  const isAsset = /^\/assets\/[\w.-]+$/.test(path)
  const file = isAsset ? path : '/index.html'
  const content = await readFile(join(folder, file)).catch(() => undefined)
  response.writeHead(content ? 200 : 404, {
    'Content-Type': `${types[extname(file)] ?? 'text/plain'}; charset=utf-8`,
    'Content-Security-Policy': POLICY,
  })
  response.end(content)
}
