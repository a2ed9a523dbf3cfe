import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { ListenError } from '../../engine/metrics/serve-health.ts'
import type { ConsoleFiles } from './console-files.ts'
import type { ConsoleIdentity } from './console-identity.ts'
import { refuseForeignOrigin, refuseForeignPost } from './foreign-request.ts'
import { HttpRefusal } from './http-refusal.ts'
import { matchRoute } from './match-route.ts'
import { readJsonBody } from './read-body.ts'
import { readRequestHead, type RequestHead } from './request-head.ts'
import { securityHeaders } from './security-headers.ts'
import { type Exchange, sendAnswer, sendError, sendFile } from './send-answer.ts'
import type { UserLimits } from './user-limits.ts'
import type { OpenRequest, RouteAnswer, ServerRoute, UserRoute } from './server-route.ts'

/** What is served, where, and to whom. */
export interface ConsoleServing {
  /** `127.0.0.1` for this machine alone, `0.0.0.0` for a Pod. */
  readonly host: string
  /** 0 takes a free one. */
  readonly port: number
  /** All that can be called. What is not in here, and is no file, is a page of the console. */
  readonly routes: readonly ServerRoute[]
  readonly identity: ConsoleIdentity
  readonly files: ConsoleFiles
  /** Told what a handler threw and should not have. */
  readonly onFailure: (error: unknown) => void
  /** How long a handler may take. */
  readonly handlerMs?: number
  readonly userLimits: UserLimits
}

/** A server that runs. */
export interface RunningConsole {
  readonly port: number
  /** Ends at once, open streams too. */
  readonly stop: () => Promise<void>
}

/** Shorter than a page waits, so that it is told why. */
const HANDLER_MS = 25_000
const MOST_CONNECTIONS = 2_000

const limits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // Longer than proxies keep theirs: they would send a request into a connection that ends.
  keepAliveTimeout: 75_000,
  maxHeaderSize: 16_384,
  requireHostHeader: true,
}

/** Serves the console until it is stopped, or throws a ListenError. */
export async function serveConsole(serving: ConsoleServing): Promise<RunningConsole> {
  const common = securityHeaders(serving.identity.isSecure)
  const server = createServer(limits, (request, response) => {
    void respond(request, response, { serving, common })
  })
  server.maxConnections = MOST_CONNECTIONS
  server.on('clientError', (_, socket) => refuseMalformed(socket, common))
  await listen(server, serving)
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : serving.port,
    stop: () => close(server),
  }
}

interface Setting {
  readonly serving: ConsoleServing
  readonly common: Exchange['common']
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  { serving, common }: Setting,
): Promise<void> {
  const exchange = { head: { method: request.method ?? '', headers: request.headers }, response, common }
  try {
    // The kubelet asks by the address of the Pod.
    if (request.url === '/healthz') return void response.writeHead(200, common).end('ok')
    const head = readRequestHead(request)
    const [host = '', ...others] = request.headersDistinct['host'] ?? []
    if (others.length > 0 || !serving.identity.isOwnHost(host))
      throw new HttpRefusal('ForeignRequest', 'cannot take this request: it names another host')
    const file = fileFor(head, serving)
    if (file) return sendFile(exchange, file)
    await sendAnswer(exchange, await answerOf({ request, response }, head, serving))
  } catch (error) {
    // The caller has gone, or half of the answer has: there is nobody to tell.
    if (response.headersSent || response.destroyed) return void response.destroy()
    if (!(error instanceof HttpRefusal)) serving.onFailure(error)
    sendError(exchange, error instanceof HttpRefusal ? error.response : failed)
  }
}

const failed = { code: 'Failed', message: 'the server failed at this request' } as const

function fileFor({ method, segments }: RequestHead, { files, routes }: ConsoleServing) {
  const [top] = segments
  if (method !== 'GET' && method !== 'HEAD') return undefined
  if (top === 'assets') {
    const asset = files.assets.get(segments.join('/'))
    if (asset) return asset
    throw new HttpRefusal('NotFound', 'there is no such file')
  }
  const isRoute = routes.some(({ path }) => path.split('/')[1] === top)
  return isRoute ? undefined : files.page
}

interface RawExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

async function answerOf(
  { request, response }: RawExchange,
  head: RequestHead,
  { routes, identity, userLimits, handlerMs = HANDLER_MS }: ConsoleServing,
): Promise<RouteAnswer> {
  const match = matchRoute(routes, head)
  if (!match) throw new HttpRefusal('NotFound', 'there is nothing at this address')
  const { route, params } = match
  const limit = deadline(response, handlerMs)
  try {
    const given = { head, params, signal: limit.signal }
    if (route.right === 'anyone') {
      if (route.method !== 'GET') refuseForeignOrigin(head)
      return await limit.over(route.handle({ ...given, body: await bodyOf(request) }))
    }
    return await limit.over(answerUser(route, given, { identity, userLimits, request }))
  } finally {
    limit.clear()
  }
}

interface Caller {
  readonly userLimits: UserLimits
  readonly identity: ConsoleIdentity
  readonly request: IncomingMessage
}

/** The checks of every route for users, before its handler sees anything. */
async function answerUser(
  route: UserRoute,
  given: Omit<OpenRequest, 'body'>,
  { identity, userLimits, request }: Caller,
): Promise<RouteAnswer> {
  const session = await identity.sessionOf(given.head)
  if (!session) throw new HttpRefusal('NotLoggedIn', 'you are not logged in')
  if (route.method !== 'GET') refuseForeignPost(given.head, session.token)
  const admission = userLimits.begin(session.id)
  if (!admission.ok)
    throw new HttpRefusal('TooManyRequests', 'you are sending too many requests', {
      retryAfter: admission.retryAfterMs / 1000,
    })
  try {
    const { namespace = '' } = given.params
    if (route.right === 'namespace' && !(await session.reader.access([namespace])).maySee(namespace))
      throw notThere(given.params)
    const body = await bodyOf(request)
    const answer = async () => route.handle({ ...given, session, body })
    return await (route.effect === 'git'
      ? toldOf(answer, outcome => identity.onGitWrite?.(session, outcome))
      : answer())
  } finally {
    admission.end()
  }
}

/** Here, once for all routes: a route that writes cannot forget to be told of. */
async function toldOf(
  answer: () => Promise<RouteAnswer>,
  tell: (outcome: string) => void,
): Promise<RouteAnswer> {
  try {
    const given = await answer()
    tell(mergeRequestIn(given) ?? 'done')
    return given
  } catch (error) {
    tell(error instanceof HttpRefusal ? error.response.code : 'Failed')
    throw error
  }
}

function mergeRequestIn(answer: RouteAnswer): string | undefined {
  const change = answer.kind === 'json' && 'change' in answer.body ? answer.body.change : undefined
  const url = typeof change === 'object' && change !== null && 'url' in change ? change.url : undefined
  return typeof url === 'string' ? url : undefined
}

/** The same for what does not exist and for what the user may not see. */
function notThere({ namespace = '', name = '' }: OpenRequest['params']): HttpRefusal {
  return new HttpRefusal(
    'NotFound',
    `Cluster ${namespace}/${name} is not found, or you do not have access to it`,
  )
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  return request.method !== 'GET' ? readJsonBody(request) : undefined
}

/** Ends when the caller has gone, or the time is over. */
function deadline(response: ServerResponse, milliseconds: number) {
  const end = new AbortController()
  const late = Promise.withResolvers<never>()
  late.promise.catch(() => undefined)
  const timer = setTimeout(() => {
    late.reject(new HttpRefusal('Timeout', 'the server did not get an answer in time', { retryAfter: 5 }))
    end.abort()
  }, milliseconds)
  response.once('close', () => end.abort())
  return {
    signal: end.signal,
    over: <T>(work: T | Promise<T>): Promise<T> => Promise.race([work, late.promise]),
    clear: () => clearTimeout(timer),
  }
}

// What is not HTTP gets an answer with the same headers as all others.
function refuseMalformed(socket: Duplex, common: Exchange['common']): void {
  if (!socket.writable) return void socket.destroy()
  const headers = Object.entries(common).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n${headers.join('')}\r\n`)
}

async function listen(server: Server, { host, port }: ConsoleServing): Promise<void> {
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
