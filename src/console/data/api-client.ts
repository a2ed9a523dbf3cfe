import type { ErrorResponse, GitHostRefusal } from '../../server/api/error-response.ts'
import type { Fresh } from '../../server/api/fleet-response.ts'
import { noteServerTime } from './server-clock.ts'

const ROOT = '/api/v1/'
const PATIENCE_MS = 30_000

/** A request that was refused, or that nobody answered. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly code: ErrorResponse['code'] | 'Unreachable'
  readonly near: readonly string[]
  /** What the Git host refused. */
  readonly git: GitHostRefusal | undefined
  /** The checks of a draft that the server does not propose. */
  readonly report: ErrorResponse['report']
  /** Milliseconds after which another try is worth it. */
  readonly retryAfterMs: number | undefined

  constructor(refusal: Omit<ErrorResponse, 'code'> & { readonly code: RequestError['code'] }) {
    super(refusal.message)
    this.code = refusal.code
    this.near = refusal.near ?? []
    this.git = refusal.git
    this.report = refusal.report
    this.retryAfterMs = refusal.retryAfter === undefined ? undefined : refusal.retryAfter * 1_000
  }
}

/** Whether the Git host has refused the user's own token. */
export function isTokenRefused(error: RequestError | undefined): boolean {
  return error?.git?.problem === 'NOT_LOGGED_IN'
}

interface KeptAnswer {
  readonly tag: string
  readonly body: unknown
}

const kept = new Map<string, KeptAnswer>()
const MOST_KEPT = 50

/** Reads from the server. What did not change is not sent again. */
export async function getJson<T extends Partial<Fresh>>(path: string, signal?: AbortSignal): Promise<T> {
  const before = kept.get(path)
  const headers = before ? { 'If-None-Match': before.tag } : {}
  const answer = await send(path, { headers, cache: 'no-store', ...withPatience(signal) })
  const isSame = answer.status === 304 && before !== undefined
  const body = isSame ? before.body : await bodyOf(answer)
  if (!isSame && !answer.ok) throw refusalOf(body, answer)
  keep(path, answer.headers.get('ETag') ?? before?.tag, body)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server is of the same build, its types are shared
  const value = body as T
  if (value.asOf !== undefined) noteServerTime(value.asOf)
  return value
}

interface Sending {
  /** That of `me`. */
  readonly token: string
  readonly method?: 'POST' | 'PUT'
  readonly patienceMs?: number
}

/** Sends something to the server, with the token that shows that this page sends it. */
export async function postJson<T>(
  path: string,
  body: unknown,
  { token, method = 'POST', patienceMs }: Sending,
): Promise<T> {
  const headers = { 'Content-Type': 'application/json', 'X-Fitout-Token': token }
  const answer = await send(path, {
    method,
    headers,
    body: JSON.stringify(body),
    ...withPatience(undefined, patienceMs),
  })
  const found = await bodyOf(answer)
  if (!answer.ok) throw refusalOf(found, answer)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  return found as T
}

async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(ROOT + path, { credentials: 'same-origin', redirect: 'error', ...init })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw unreachable()
  }
}

function withPatience(
  signal: AbortSignal | undefined,
  patienceMs = PATIENCE_MS,
): { readonly signal: AbortSignal } {
  const limit = AbortSignal.timeout(patienceMs)
  return { signal: signal ? AbortSignal.any([signal, limit]) : limit }
}

async function bodyOf(answer: Response): Promise<unknown> {
  try {
    return await answer.json()
  } catch {
    throw answer.ok ? unreachable() : refusalOf(undefined, answer)
  }
}

function unreachable(): RequestError {
  return new RequestError({ code: 'Unreachable', message: 'the server does not answer' })
}

function refusalOf(body: unknown, answer: Response): RequestError {
  if (isErrorResponse(body)) return new RequestError(body)
  return new RequestError({ code: 'Failed', message: `the server answered with status ${answer.status}` })
}

function isErrorResponse(body: unknown): body is ErrorResponse {
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body
}

function keep(path: string, tag: string | undefined, body: unknown): void {
  kept.delete(path)
  if (tag === undefined) return
  kept.set(path, { tag, body })
  const [oldest] = kept.keys()
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
}

/** What was read from a path last; undefined if nothing was. */
export function lastRead(path: string): unknown {
  return kept.get(path)?.body
}
