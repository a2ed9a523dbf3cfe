import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { ErrorResponse } from '../api/error-response.ts'
import type { ConsoleFile } from './console-files.ts'
import { errorStatus } from './http-refusal.ts'
import type { RequestHead } from './request-head.ts'
import type { RouteAnswer, StreamOutput } from './server-route.ts'

const compress = promisify(gzip)
/** Less is not worth it. The token of a session is in a short answer, and thus is never compressed together with other data. */
const LEAST_COMPRESSED = 2_048

/** An answer on its way: to which request, and what every answer carries. */
export interface Exchange {
  readonly head: Pick<RequestHead, 'method' | 'headers'>
  readonly response: ServerResponse
  readonly common: Readonly<Record<string, string>>
}

/** Sends what a handler gave back. */
export async function sendAnswer(exchange: Exchange, answer: RouteAnswer): Promise<void> {
  if (answer.kind === 'json') return sendJson(exchange, answer)
  if (answer.kind === 'stream') return openStream(exchange, answer.open)
  const headers = { Location: answer.to, 'Cache-Control': 'no-store', ...cookieHeader(answer.cookies) }
  exchange.response.writeHead(303, { ...exchange.common, ...headers })
  exchange.response.end()
}

/** Sends why a request is refused. What its sender still sends is not read. */
export function sendError({ response, common }: Exchange, error: ErrorResponse): void {
  const { retryAfter } = error
  const content = Buffer.from(JSON.stringify(error))
  response.writeHead(errorStatus[error.code], {
    ...common,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': content.length,
    'Cache-Control': 'no-store',
    ...(retryAfter === undefined ? {} : { 'Retry-After': String(Math.ceil(retryAfter)) }),
    ...(response.req.complete ? {} : { Connection: 'close' }),
  })
  response.end(response.req.method === 'HEAD' ? undefined : content)
}

/** Sends a file of the console, or says that the browser has it. */
export function sendFile({ head, response, common }: Exchange, file: ConsoleFile): void {
  const isZipped = takesGzip(head)
  const kept = file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache'
  const headers = { ...common, ETag: file.tag, 'Cache-Control': kept, Vary: 'Accept-Encoding' }
  if (head.headers['if-none-match'] === file.tag) return void response.writeHead(304, headers).end()
  const content = isZipped ? file.gzip : file.bytes
  response.writeHead(200, {
    ...headers,
    'Content-Type': file.type,
    'Content-Length': content.length,
    ...(isZipped ? { 'Content-Encoding': 'gzip' } : {}),
  })
  response.end(head.method === 'HEAD' ? undefined : content)
}

async function sendJson(
  { head, response, common }: Exchange,
  { body, cookies }: RouteAnswer & { readonly kind: 'json' },
): Promise<void> {
  const { text, tag } = encode(body)
  const headers = {
    ...common,
    ETag: tag,
    'Cache-Control': 'private, no-store',
    Vary: 'Accept-Encoding, Cookie',
    ...cookieHeader(cookies),
  }
  if (head.method === 'GET' && head.headers['if-none-match'] === tag)
    return void response.writeHead(304, headers).end()
  const isZipped = takesGzip(head) && text.length >= LEAST_COMPRESSED
  const content = isZipped ? await compress(text) : Buffer.from(text)
  response.writeHead(200, {
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': content.length,
    ...(isZipped ? { 'Content-Encoding': 'gzip' } : {}),
  })
  response.end(content)
}

/** The text of a body, and its tag. The same facts at another time have the same tag: `asOf` is left out of it. */
function encode(body: object): { readonly text: string; readonly tag: string } {
  const { asOf, ...facts }: { readonly asOf?: unknown } = body
  const rest = JSON.stringify(facts)
  const tag = `"${createHash('sha256').update(rest).digest('base64url').slice(0, 22)}"`
  if (asOf === undefined) return { text: rest, tag }
  const time = `{"asOf":${JSON.stringify(asOf)}`
  return { text: rest === '{}' ? `${time}}` : `${time},${rest.slice(1)}`, tag }
}

function openStream({ response, common }: Exchange, open: (output: StreamOutput) => void): void {
  response.writeHead(200, {
    ...common,
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store, no-transform',
    // Proxies that hold answers back until they end would hold this one back for ever.
    'X-Accel-Buffering': 'no',
  })
  response.socket?.setNoDelay(true)
  open({
    write: text => response.write(text),
    onDrain: drained => void response.on('drain', drained),
    onClose: closed => void response.on('close', closed),
    cut: () => void response.destroy(),
  })
}

function takesGzip({ headers }: Pick<RequestHead, 'headers'>): boolean {
  return /(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?(?:[\s,]|$))/.test(headers['accept-encoding'] ?? '')
}

function cookieHeader(cookies: readonly string[] | undefined): { readonly 'Set-Cookie'?: string[] } {
  return cookies === undefined ? {} : { 'Set-Cookie': [...cookies] }
}
