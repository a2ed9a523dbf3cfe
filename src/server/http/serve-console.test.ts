import { afterAll, beforeAll, expect, test } from 'vitest'
import { rawRequest, sendRaw } from '#test/server/raw-request.ts'
import { consoleFilesOf } from './console-files.ts'
import type { ConsoleIdentity, UserSession } from './console-identity.ts'
import { UserLimits } from './user-limits.ts'
import { systemClock } from '../../kube/system-clock.ts'
import { HttpRefusal } from './http-refusal.ts'
import { type RunningConsole, serveConsole } from './serve-console.ts'
import type { ServerRoute, UserRequest } from './server-route.ts'

const asked: UserRequest[] = []
const failures: unknown[] = []

const session = {
  id: 'ann',
  user: { name: 'ann', groups: [] },
  token: 'the-token',
  expiresAt: undefined,
  isAlive: () => true,
  reader: {
    access: async () => ({
      key: 'prod',
      isPartial: true,
      maySee: (namespace: string) => namespace === 'prod',
    }),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- these routes read nothing live
    link: {} as UserSession['reader']['link'],
  },
  actions: () => [],
  forgeToken: () => undefined,
  keepForgeToken: () => undefined,
} satisfies UserSession

const identity: ConsoleIdentity = {
  mode: 'login',
  isOwnHost: host => host === 'localhost' || host === 'localhost:80',
  sessionOf: async ({ headers }) => (headers.cookie === 'session=ann' ? session : undefined),
  routes: [],
  isSecure: true,
}

const remember = (request: UserRequest) => {
  asked.push(request)
  return { kind: 'json', body: { asOf: '2026-11-20T00:00:00Z', name: request.params['name'] ?? '' } } as const
}

const routes: readonly ServerRoute[] = [
  {
    method: 'GET',
    path: '/api/v1/clusters/{namespace}/{name}',
    right: 'namespace',
    effect: 'nothing',
    handle: remember,
  },
  { method: 'POST', path: '/api/v1/drafts:check', right: 'session', effect: 'nothing', handle: remember },
  {
    method: 'GET',
    path: '/api/v1/refused',
    right: 'session',
    effect: 'nothing',
    handle: () => {
      throw new HttpRefusal('NotReady', 'not read yet', { retryAfter: 2 })
    },
  },
  {
    method: 'GET',
    path: '/api/v1/broken',
    right: 'session',
    effect: 'nothing',
    handle: () => {
      throw new Error('canary-5ecret')
    },
  },
  {
    method: 'GET',
    path: '/api/v1/hanging',
    right: 'session',
    effect: 'nothing',
    handle: () => new Promise(() => {}),
  },
  {
    method: 'GET',
    path: '/auth/login',
    right: 'anyone',
    effect: 'session',
    handle: () => ({ kind: 'redirect', to: '/' }),
  },
]

const files = consoleFilesOf(
  new Map([
    ['index.html', Buffer.from('<!doctype html><title>Fitout</title>')],
    ['assets/console-abc.js', Buffer.from('let a = 1')],
  ]),
)

let server: RunningConsole

beforeAll(async () => {
  server = await serveConsole({
    host: '127.0.0.1',
    port: 0,
    routes,
    identity,
    files,
    onFailure: error => failures.push(error),
    handlerMs: 50,
    userLimits: new UserLimits(systemClock),
  })
})

afterAll(async () => server.stop())

const cookie = { Cookie: 'session=ann' }

async function send(line: string, headers: Readonly<Record<string, string>> = cookie, body = '') {
  return sendRaw(server.port, rawRequest(line, headers, body))
}

function post(headers: Readonly<Record<string, string>>, body = '{}') {
  return send(
    'POST /api/v1/drafts:check',
    { 'Content-Length': String(Buffer.byteLength(body)), ...headers },
    body,
  )
}

const good = { ...cookie, 'Content-Type': 'application/json', 'X-Fitout-Token': 'the-token' }

test('a route gets its parameters decoded, and answers with a tag that does not depend on the time', async () => {
  const { status, head, body } = await send('GET /api/v1/clusters/prod/a%2Eb')
  expect([status, body]).toEqual([200, '{"asOf":"2026-11-20T00:00:00Z","name":"a.b"}'])
  const tag = /\r\nETag: (.*)/.exec((await send('GET /api/v1/clusters/prod/a%2Eb')).head)?.[1] ?? ''
  expect(head).toContain(tag)
})

test('what a browser has already is not sent again', async () => {
  for (const path of ['/', '/assets/console-abc.js', '/api/v1/clusters/prod/blue']) {
    const { head } = await send(`GET ${path}`)
    const tag = /\r\nETag: (".*")/.exec(head)?.[1] ?? ''
    const again = await sendRaw(server.port, rawRequest(`GET ${path}`, { ...cookie, 'If-None-Match': tag }))
    expect([path, again.status, again.body]).toEqual([path, 304, ''])
  }
})

const refusedLines = [
  ['an absolute address', 'GET http://elsewhere.example/api/v1/clusters/prod/blue', 400],
  ['two slashes', 'GET //elsewhere.example/api', 400],
  ['dots', 'GET /assets/../index.html', 400],
  ['encoded dots', 'GET /assets/%2e%2e/index.html', 400],
  ['an encoded slash', 'GET /api/v1/clusters/prod/a%2Fb', 400],
  ['an encoded backslash', 'GET /api/v1/clusters/prod/a%5Cb', 400],
  ['a NUL', 'GET /api/v1/clusters/prod/a%00b', 400],
  ['a line break', 'GET /api/v1/clusters/prod/a%0d%0aSet-Cookie:x', 400],
  ['half an escape', 'GET /api/v1/clusters/prod/%E0%A4%A', 400],
  ['no name', 'GET /api/v1/clusters/prod/', 400],
  ['a very long address', `GET /${'a'.repeat(5_000)}`, 413],
  ['an unknown route', 'GET /api/v1/nothing', 404],
  ['an unknown file', 'GET /assets/other.js', 404],
  ['another method', 'DELETE /api/v1/clusters/prod/blue', 405],
  ['a POST to a page', 'POST /', 404],
] as const

test.each(refusedLines)('%s is refused', async (_, line, status) => {
  expect((await send(line)).status).toBe(status)
})

test('a path of no route is a page, which is the same for all and is asked for again each time', async () => {
  const { status, head, body } = await send('GET /c/prod/blue', {})
  expect([status, body]).toEqual([200, '<!doctype html><title>Fitout</title>'])
  expect(head).toContain('Cache-Control: no-cache')
})

test('a file whose name changes with its content may be kept for ever', async () => {
  const { head, body } = await send('GET /assets/console-abc.js', {})
  expect(body).toBe('let a = 1')
  expect(head).toContain('Cache-Control: public, max-age=31536000, immutable')
  expect(head).toContain('Content-Type: text/javascript; charset=utf-8')
})

test('without a session every route for users is refused before its handler', async () => {
  const before = asked.length
  for (const { method, path, right } of routes) {
    if (right === 'anyone') continue
    const address = path.replaceAll(/\{\w+\}/g, 'prod')
    expect((await send(`${method} ${address}`, { 'Content-Length': '0' })).status).toBe(401)
  }
  expect(asked.length).toBe(before)
})

test('a namespace that the user may not see is refused with the words for a cluster that does not exist', async () => {
  const { status, body } = await send('GET /api/v1/clusters/secret/blue')
  expect([status, JSON.parse(body)]).toEqual([
    404,
    { code: 'NotFound', message: 'Cluster secret/blue is not found, or you do not have access to it' },
  ])
})

const foreign = [
  ['no token', { ...cookie, 'Content-Type': 'application/json' }],
  ['another token', { ...good, 'X-Fitout-Token': 'the-tokem' }],
  ['another origin', { ...good, Origin: 'https://evil.example' }],
  ['the same host at another port', { ...good, Origin: 'http://localhost:8080' }],
  ['no origin at all, as in a sandbox', { ...good, Origin: 'null' }],
  ['another site', { ...good, 'Sec-Fetch-Site': 'cross-site' }],
  ['a sister site', { ...good, 'Sec-Fetch-Site': 'same-site' }],
] as const

test.each(foreign)('a POST with %s is refused', async (_, headers) => {
  const before = asked.length
  const { status, body } = await post(headers)
  expect([status, JSON.parse(body)]).toEqual([403, expect.objectContaining({ code: 'ForeignRequest' })])
  expect(asked.length).toBe(before)
})

test('a POST of the page itself is taken', async () => {
  const { status } = await post(
    { ...good, Origin: 'http://localhost', 'Sec-Fetch-Site': 'same-origin' },
    '{"a":1}',
  )
  expect([status, asked.at(-1)?.body]).toEqual([200, { a: 1 }])
})

test('a body of another type, of no JSON, or of too many bytes is refused', async () => {
  expect((await post({ ...good, 'Content-Type': 'text/plain' })).status).toBe(400)
  expect((await post(good, '{')).status).toBe(400)
  expect((await post(good, `"${'a'.repeat(1024 * 1024)}"`)).status).toBe(413)
})

test('a name of this machine that others made is refused on every address', async () => {
  for (const line of ['GET /', 'GET /assets/console-abc.js', 'GET /api/v1/clusters/prod/blue'])
    expect((await send(line, { ...cookie, Host: 'rebound.example' })).status).toBe(403)
})

const malformed = [
  [
    'both lengths',
    'GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  [
    'two lengths',
    'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef',
  ],
  ['a space before the colon', 'GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length : 0\r\n\r\n'],
  ['an odd encoding', 'POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: xchunked\r\n\r\nabc'],
  ['two hosts', 'GET / HTTP/1.1\r\nHost: localhost\r\nHost: other\r\nConnection: close\r\n\r\n'],
  ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['a folded header', 'GET / HTTP/1.1\r\nHost: localhost\r\n X: y\r\n\r\n'],
  ['no HTTP at all', 'hello\r\n\r\n'],
] as const

test.each(malformed)('a request with %s is refused, and ends the connection', async (_, bytes) => {
  const { status } = await sendRaw(server.port, bytes)
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
})

test('a refusal says when to try again, a failure says nothing of its cause, and a handler that hangs is cut off', async () => {
  const refused = await send('GET /api/v1/refused')
  expect([refused.status, refused.head]).toEqual([503, expect.stringContaining('Retry-After: 2')])
  const broken = await send('GET /api/v1/broken')
  expect(broken.status).toBe(500)
  expect(broken.body + broken.head).not.toContain('canary')
  expect(failures).toEqual([new Error('canary-5ecret')])
  expect((await send('GET /api/v1/hanging')).status).toBe(504)
})

test('every answer carries the headers that browsers need', async () => {
  const answers = [
    await send('GET /'),
    await send('GET /assets/console-abc.js'),
    await send('GET /assets/other.js'),
    await send('GET /api/v1/clusters/prod/blue'),
    await send('GET /api/v1/clusters/prod/blue', {}),
    await send('GET /api/v1/broken'),
    await send('GET /auth/login', {}),
    await sendRaw(server.port, 'hello\r\n\r\n'),
  ]
  for (const { head } of answers) {
    expect(head).toContain("Content-Security-Policy: default-src 'none'")
    expect(head).toContain("frame-ancestors 'none'")
    expect(head).not.toContain('unsafe')
    expect(head).toContain('X-Content-Type-Options: nosniff')
    expect(head).toContain('Strict-Transport-Security: ')
  }
})
