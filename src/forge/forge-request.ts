import { ForgeError, type ForgeProblem } from './forge-error.ts'

/** The API of a forge, with what it takes to be let in. */
export interface ForgeApi {
  /** Such as `https://gitlab.example.com/api/v4`. */
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** How the token is called, for people. */
  readonly tokenName: string
  /** Taken out of everything that the forge says. */
  readonly token: string
  readonly timeoutMs: number
  /** Waits before a second try. */
  readonly sleep: (milliseconds: number) => Promise<void>
}

/** One call of the API. */
export interface ForgeCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  /** Behind the address of the API, with its query. */
  readonly path: string
  readonly body?: Readonly<Record<string, unknown>>
  /** What it is for, such as `list the comments of merge request !7`. */
  readonly what: string
  /** What the token must be allowed to do, if that is not to write comments. */
  readonly right?: string
}

const MOST_BYTES = 16 * 1024 * 1024
const MOST_REDIRECTS = 3
const MOST_WAIT_MS = 60_000
const TRIES = 3

/** Calls a forge. Throttling and errors of the server are tried again a few times, and everything else is reported. */
export async function callForge(api: ForgeApi, call: ForgeCall): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    const response = await respond(api, call)
    const waitMs = waitBeforeRetry(response, call, attempt)
    if (waitMs === undefined) return read(response, api, call)
    await response.body?.cancel()
    await api.sleep(waitMs)
  }
}

// What was posted may have been taken before the server failed: it is not posted twice.
function waitBeforeRetry(response: Response, { method }: ForgeCall, attempt: number): number | undefined {
  const { status } = response
  const isThrottled = isThrottling(response)
  const isFailing = status >= 500 && method !== 'POST'
  if (attempt >= TRIES || !(isThrottled || isFailing)) return undefined
  const asked = retryAfterMs(response) ?? attempt * 1000
  return asked <= MOST_WAIT_MS ? asked : undefined
}

// GitHub says so with 403 as well.
function isThrottling({ status, headers }: Response): boolean {
  return status === 429 || (status === 403 && headers.has('retry-after'))
}

function retryAfterMs({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined
}

async function respond(api: ForgeApi, { method, path, body, what }: ForgeCall): Promise<Response> {
  let url = addressOf(api, path)
  for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
    const response = await fetchOnce(api, url, { method, body, what })
    const location = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || location === null) return response
    await response.body?.cancel()
    const next = new URL(location, url)
    // A token is for the server that it was given for, and for no other.
    if (next.origin !== api.url.origin)
      throw new ForgeError(
        'UNEXPECTED',
        `cannot ${what}: ${api.url.host} answered with a redirect to another server, ${next.host}`,
        { fix: 'give the address of the API itself with --forge-url' },
      )
    if (method !== 'GET' && response.status !== 307 && response.status !== 308)
      throw new ForgeError(
        'UNEXPECTED',
        `cannot ${what}: ${api.url.host} answered with a redirect (${response.status})`,
        { fix: 'check --forge-url and --project' },
      )
    url = next
  }
  throw new ForgeError('UNEXPECTED', `cannot ${what}: ${api.url.host} redirects without end`)
}

function addressOf({ url }: ForgeApi, path: string): URL {
  return new URL(`${url.href.replace(/\/$/, '')}${path}`)
}

interface Sending extends Pick<ForgeCall, 'method' | 'what'> {
  readonly body: ForgeCall['body']
}

async function fetchOnce(api: ForgeApi, url: URL, { method, body, what }: Sending): Promise<Response> {
  try {
    return await fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        'user-agent': 'fitout',
        ...api.headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      redirect: 'manual',
      signal: AbortSignal.timeout(api.timeoutMs),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  } catch (error) {
    throw unreachable(api, what, error)
  }
}

function unreachable({ url, timeoutMs }: ForgeApi, what: string, error: unknown): ForgeError {
  if (error instanceof Error && error.name === 'TimeoutError')
    return new ForgeError(
      'NOT_IN_TIME',
      `cannot ${what}: ${url.host} did not answer within ${timeoutMs / 1000}s`,
      { fix: 'try again' },
    )
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'no connection'
  return new ForgeError('NOT_REACHABLE', `cannot ${what}: ${url.host} cannot be reached: ${code}`, {
    fix: 'check --forge-url, and the network',
  })
}

async function read(response: Response, api: ForgeApi, call: ForgeCall): Promise<unknown> {
  const { status } = response
  const text = await textOf(response, api, call.what)
  if (status < 200 || status > 299) throw refusal({ response, text }, api, call)
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    throw new ForgeError(
      'UNEXPECTED',
      `cannot ${call.what}: ${api.url.host} answered with something that is not JSON`,
      { fix: 'check --forge-url: it is the address of the API' },
    )
  }
}

async function textOf(response: Response, api: ForgeApi, what: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length
      if (bytes > MOST_BYTES)
        throw new ForgeError('UNEXPECTED', `cannot ${what}: the answer of ${api.url.host} is too large`)
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof ForgeError) throw error
    throw unreachable(api, what, error)
  }
  return Buffer.concat(chunks).toString('utf8')
}

interface Refused {
  readonly response: Response
  readonly text: string
}

function refusal({ response, text }: Refused, api: ForgeApi, call: ForgeCall): ForgeError {
  const { status } = response
  const { url, tokenName } = api
  const beginning = `cannot ${call.what}: ${url.host}`
  const error = (code: ForgeProblem, words: string, fix?: string) =>
    new ForgeError(code, `${beginning} ${words}`, { fix, status })
  if (status === 401)
    return error(
      'NOT_LOGGED_IN',
      `does not accept the token in ${tokenName} (401)`,
      'check that it is whole and has not expired',
    )
  if (isThrottling(response)) {
    const seconds = response.headers.get('retry-after')
    const when = seconds !== null && /^\d+$/.test(seconds) ? `; it takes requests again in ${seconds}s` : ''
    return error('THROTTLED', `is throttling requests (${status})${when}`, 'try again later')
  }
  if (status === 403)
    return error(
      'NOT_ALLOWED',
      `does not allow it with the token in ${tokenName} (403)`,
      `give the token the right to ${call.right ?? 'write comments'}`,
    )
  if (status === 404)
    return error(
      'NOT_FOUND',
      `does not find it, or hides it from the token in ${tokenName} (404)`,
      'check --project, and that the token may read the project',
    )
  if (status >= 500) return error('SERVER_ERROR', `has an error of its own (${status})`, 'try again')
  const said = reasonIn(text, api)
  return error(
    status === 409 ? 'CONFLICT' : 'REFUSED',
    `refuses it (${status})${said === '' ? '' : `: ${said}`}`,
  )
}

const MOST_SAID = 200

/** What a forge says about its refusal, on one line, without the token and whatever is not text. */
function reasonIn(text: string, { token }: ForgeApi): string {
  const said = textsWithin(jsonOf(text))
    .join('; ')
    .replaceAll(/[^\p{L}\p{N}\p{P}\p{Sm}\p{Sc} ]+/gu, ' ')
  const without = token === '' ? said : said.replaceAll(token, '…')
  return without.length > MOST_SAID ? `${without.slice(0, MOST_SAID)}…` : without
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

// GitLab gives a text, a list, or lists by field; GitHub and Gitea a text, and GitHub a list of errors beside it.
function textsWithin(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value.trim()]
  if (typeof value !== 'object' || value === null || depth > 3) return []
  if (Array.isArray(value)) return value.slice(0, 3).flatMap(one => textsWithin(one, depth + 1))
  const parts = Object.entries(value).filter(([key]) => depth > 0 || /^(?:message|error|errors)$/.test(key))
  return parts
    .filter(([key]) => !/url|resource|code|field/.test(key))
    .flatMap(([, one]) => textsWithin(one, depth + 1))
}
