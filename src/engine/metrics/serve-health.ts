import {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  createServer,
} from 'node:http'
import type { MetricsPage } from './metrics.ts'

/** What is served, and where. */
export interface HealthOptions {
  /** `127.0.0.1` for this machine alone, `0.0.0.0` for a Pod. */
  readonly host: string
  /** 0 takes a free one. */
  readonly port: number
  /** False: start me again. */
  readonly isAlive?: () => boolean
  /** False: not synced yet, or on the way out. */
  readonly isReady?: () => boolean
  readonly metrics?: MetricsPage
}

/** The endpoints, while they are served. */
export interface HealthServer {
  readonly port: number
  readonly stop: () => Promise<void>
}

/** The address cannot be listened on. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
  readonly code = 'CANNOT_LISTEN'

  constructor(address: string, cause: unknown) {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown'
    super(`cannot listen on ${address}: ${reason}`, { cause })
  }
}

interface Answer {
  readonly status: number
  readonly type: string
  readonly body: string
}

/** Serves those of `/healthz`, `/readyz` and `/metrics` for which something is given. */
export async function serveHealth(options: HealthOptions): Promise<HealthServer> {
  const { host, port } = options
  const server = createServer({ requestTimeout: 5000, headersTimeout: 5000 }, listener(options))
  await listen(server, host, port)
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    stop: () => close(server),
  }
}

function listener(options: HealthOptions): RequestListener {
  return (request, response) => {
    // A request body is not used here, but must be drained.
    request.resume()
    void reply(request, response, options)
  }
}

async function reply(request: IncomingMessage, response: ServerResponse, options: HealthOptions) {
  const { status, type, body } = await answer(request.method ?? '', request.url ?? '', options)
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' })
  response.end(request.method === 'HEAD' ? undefined : body)
}

async function answer(method: string, url: string, options: HealthOptions): Promise<Answer> {
  if (method !== 'GET' && method !== 'HEAD') return text(405, 'only GET is supported')
  try {
    return await page(url.split('?', 1)[0] ?? '', options)
  } catch {
    return text(500, 'failed')
  }
}

async function page(path: string, options: HealthOptions): Promise<Answer> {
  const { isAlive, isReady, metrics } = options
  if (path === '/healthz' && isAlive) return isAlive() ? text(200, 'ok') : text(503, 'not alive')
  if (path === '/readyz' && isReady) return isReady() ? text(200, 'ok') : text(503, 'not ready')
  if (path === '/metrics' && metrics)
    return { status: 200, type: metrics.contentType, body: await metrics.render() }
  return text(404, `not found; this port serves ${pathsOf(options).join(', ')}`)
}

function pathsOf({ isAlive, isReady, metrics }: HealthOptions): readonly string[] {
  return [...(isAlive ? ['/healthz'] : []), ...(isReady ? ['/readyz'] : []), ...(metrics ? ['/metrics'] : [])]
}

function text(status: number, words: string): Answer {
  return { status, type: 'text/plain; charset=utf-8', body: `${words}\n` }
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', cause => reject(new ListenError(`${host}:${port}`, cause)))
    server.listen(port, host, resolve)
  })
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>(resolve => {
    server.close(() => resolve())
  })
  server.closeAllConnections()
  await closed
}
