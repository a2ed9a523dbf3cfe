import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Connection } from '../connect.ts'
import type { Limits } from './connection-config.ts'
import { aList, aPod, aStatus, errorOf, pods, web } from '#test/kube/sample-objects.ts'
import type { SampleProtocol, SampleReply, SampleServer } from '#test/kube/sample-server.ts'
import { SampleWorld } from '#test/kube/sample-world.ts'

const secrets = { ...pods, kind: 'Secret', plural: 'secrets' } as const
const CANARY = 'CANARY-0b9a'
const json = { 'content-type': 'application/json' }

interface EvilCase {
  readonly name: string
  readonly serve: (reply: SampleReply) => void
  readonly want: string
  readonly limits?: Partial<Limits>
}

const body =
  (status: number, headers: Record<string, string>, text: string | Buffer) => (reply: SampleReply) => {
    reply.head(status, headers)
    reply.write(text)
    reply.end()
  }
const whole = (value: unknown) => (reply: SampleReply) => reply.json(200, value)
const short = { callMs: 300 }
const small = { answerBytes: 20_000 }

const evil: readonly EvilCase[] = [
  { name: 'says nothing', serve: () => undefined, want: 'Timeout', limits: short },
  {
    name: 'sends a head and no body',
    serve: reply => reply.head(200, json),
    want: 'Timeout',
    limits: { idleMs: 100 },
  },
  {
    name: 'drips its body',
    serve: reply => {
      reply.head(200, json)
      const timer = setInterval(() => reply.write(' '), 20)
      setTimeout(() => clearInterval(timer), 1000)
    },
    want: 'Timeout',
    limits: { callMs: 400, idleMs: 200 },
  },
  {
    name: 'sends a body without end',
    serve: reply => {
      reply.head(200, json)
      reply.flood(Buffer.alloc(4096, ' '))
    },
    want: 'TooLarge',
    limits: small,
  },
  {
    name: 'sends a body without end, a byte at a time',
    serve: reply => {
      reply.head(200, json)
      reply.flood(' ')
    },
    want: 'TooLarge',
    limits: { answerBytes: 500 },
  },
  {
    name: 'sends a huge object',
    serve: whole(aPod({ x: 'x'.repeat(30_000) })),
    want: 'TooLarge',
    limits: small,
  },
  {
    name: 'says that it will send more than allowed',
    serve: reply => reply.head(200, { ...json, 'content-length': '99999999999' }),
    want: 'TooLarge',
  },
  {
    name: 'refuses with a body without end',
    serve: reply => {
      reply.head(503, json)
      reply.flood(Buffer.alloc(65_536, ' '))
    },
    want: 'ServerError',
  },
  {
    name: 'compresses though not asked to',
    serve: body(200, { ...json, 'content-encoding': 'gzip' }, Buffer.from([31, 139, 8])),
    want: 'BadAnswer',
  },
  {
    name: 'shows a login page',
    serve: body(200, { 'content-type': 'text/html' }, '<html>'),
    want: 'BadAnswer',
  },
  { name: 'does not say what it sends', serve: body(200, {}, JSON.stringify(aPod())), want: 'BadAnswer' },
  {
    name: 'sends YAML',
    serve: body(200, { 'content-type': 'application/yaml' }, 'a: b'),
    want: 'BadAnswer',
  },
  {
    name: 'has nothing to say',
    serve: reply => {
      reply.head(204)
      reply.end()
    },
    want: 'BadAnswer',
  },
  { name: 'sends a part', serve: body(206, json, JSON.stringify(aPod())), want: 'BadAnswer' },
  { name: 'sends an empty body', serve: body(200, json, ''), want: 'BadAnswer' },
  { name: 'sends half an object', serve: body(200, json, '{"kind": "Pod"'), want: 'BadAnswer' },
  { name: 'sends two objects', serve: body(200, json, '{}{}'), want: 'BadAnswer' },
  { name: 'sends a list of JSON', serve: whole([aPod()]), want: 'BadAnswer' },
  { name: 'sends null', serve: whole(null), want: 'BadAnswer' },
  {
    name: 'sends what is not UTF-8',
    serve: body(200, json, Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])),
    want: 'BadAnswer',
  },
  {
    name: 'sends JSON of great depth',
    serve: body(200, json, `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`),
    want: 'BadAnswer',
  },
  { name: 'sends another kind', serve: whole(aPod({ kind: 'Secret' })), want: 'BadAnswer' },
  { name: 'sends another version', serve: whole(aPod({ apiVersion: 'v2' })), want: 'BadAnswer' },
  { name: 'sends a Status for a success', serve: whole(aStatus(200, 'NotFound')), want: 'BadAnswer' },
  {
    name: 'sends another object',
    serve: whole(aPod({ metadata: { name: 'db', namespace: 'prod' } })),
    want: 'BadAnswer',
  },
  {
    name: 'sends one of another namespace',
    serve: whole(aPod({ metadata: { name: 'web', namespace: 'dev' } })),
    want: 'BadAnswer',
  },
  {
    name: 'sends an object without metadata',
    serve: whole(aPod({ metadata: undefined })),
    want: 'BadAnswer',
  },
  {
    name: 'sends labels that are numbers',
    serve: whole(aPod({ metadata: { name: 'web', namespace: 'prod', labels: { a: 1 } } })),
    want: 'BadAnswer',
  },
  {
    name: 'sends owners that are words',
    serve: whole(aPod({ metadata: { name: 'web', namespace: 'prod', ownerReferences: ['x'] } })),
    want: 'BadAnswer',
  },
  {
    name: 'sends elsewhere, by http',
    serve: body(302, { location: 'http://127.0.0.1:1/' }, ''),
    want: 'Redirected',
  },
  {
    name: 'sends elsewhere, by https',
    serve: body(307, { location: 'https://169.254.169.254/latest' }, ''),
    want: 'Redirected',
  },
  { name: 'sends elsewhere for good', serve: body(308, { location: '/' }, ''), want: 'Redirected' },
  {
    name: 'has not changed',
    serve: reply => {
      reply.head(304)
      reply.end()
    },
    want: 'Redirected',
  },
  {
    name: 'is another web server',
    serve: body(404, { 'content-type': 'text/html' }, '<h1>404</h1>'),
    want: 'BadAnswer',
  },
  {
    name: 'has no such path',
    serve: body(404, { 'content-type': 'text/plain' }, '404 page not found\n'),
    want: 'NotServed',
  },
  {
    name: 'refuses without a word',
    serve: reply => {
      reply.head(403)
      reply.end()
    },
    want: 'Forbidden',
  },
  {
    name: 'asks to log in',
    serve: body(401, { 'content-type': 'text/html' }, 'login'),
    want: 'Unauthorized',
  },
  { name: 'makes tea', serve: body(418, json, '{}'), want: 'BadAnswer' },
  {
    name: 'breaks the answer off',
    serve: reply => {
      reply.head(200, json)
      reply.write('{')
      setTimeout(() => reply.reset(), 20)
    },
    want: 'Unreachable',
  },
  {
    name: 'breaks the connection off in the answer',
    serve: reply => {
      reply.head(200, json)
      reply.write('{')
      setTimeout(() => reply.cut(), 20)
    },
    want: 'Unreachable',
  },
  { name: 'breaks the connection off before the answer', serve: reply => reply.cut(), want: 'Unreachable' },
  {
    name: 'hints for ever and never answers',
    serve: reply => {
      const timer = setInterval(() => reply.information(), 5)
      setTimeout(() => clearInterval(timer), 600)
    },
    want: 'Timeout',
    limits: short,
  },
]

describe.each<SampleProtocol>(['h2', 'http/1.1'])('over %s, a server that', protocol => {
  let world: SampleWorld
  let server: SampleServer
  let connection: Connection
  beforeAll(async () => {
    world = await SampleWorld.create(protocol)
    server = world.server
  })
  beforeEach(() => {
    connection = world.connect()
  })
  afterEach(() => world.clean())
  afterAll(async () => world.stop())

  test.each(evil)('$name gives $want', async ({ serve, want, limits = {} }) => {
    server.answer = serve
    const to = world.connect({ limits })
    const error = await errorOf(to.api.get(web))
    expect(error?.code).toBe(want)
    expect(error?.message).toBe(`cannot get Pod prod/web: ${want}`)
  })

  test('sends the keys of a prototype changes no prototype', async () => {
    const text =
      '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"web","namespace":"prod","labels":{"__proto__":"x"}},"__proto__":{"polluted":true}}'
    server.answer = body(200, json, text)
    const pod = await connection.api.get(web)
    expect([Object.getPrototypeOf(pod), 'polluted' in pod]).toEqual([Object.prototype, false])
  })

  test('asks to stay away is told how long', async () => {
    server.answer = reply => {
      reply.head(429, { ...json, 'retry-after': '7' })
      reply.end()
    }
    expect(await errorOf(connection.api.get(web))).toMatchObject({
      code: 'TooManyRequests',
      retryAfterSeconds: 7,
    })
  })

  test('lists for ever is cut off by the deadline for lists', async () => {
    server.answer = () => undefined
    const to = world.connect({ limits: { listMs: 200 } })
    expect((await errorOf(to.api.list({ resource: pods })))?.code).toBe('Timeout')
  })

  const lists = [
    { name: 'without a version', given: aList([], {}) },
    { name: 'without items', given: { ...aList([]), items: undefined } },
    { name: 'with an item of another kind', given: aList([aPod({ kind: 'Node' })]) },
    { name: 'with an item that has no name', given: aList([{ metadata: {} }]) },
    { name: 'of another version', given: { ...aList([]), apiVersion: 'v2' } },
  ]
  test.each(lists)('sends a list $name is not believed', async ({ given }) => {
    server.answer = reply => reply.json(200, given)
    expect((await errorOf(connection.api.list({ resource: pods })))?.code).toBe('BadAnswer')
  })

  test('sends a whole Secret instead of its metadata is not believed', async () => {
    server.answer = reply => reply.json(200, aPod({ kind: 'Secret', data: { a: CANARY } }))
    const secret = { resource: secrets, namespace: 'prod', name: 'web' }
    expect((await errorOf(connection.api.get(secret, { metadataOnly: true })))?.code).toBe('BadAnswer')
  })

  test('says about a Secret what is wrong with it is not quoted', async () => {
    server.answer = reply => reply.json(422, aStatus(422, 'Invalid', { message: `data: ${CANARY}` }))
    const error = await errorOf(
      connection.api.create(secrets, aPod({ kind: 'Secret' }), { fieldManager: 'f' }),
    )
    expect([error?.code, error?.detail]).toEqual(['Invalid', undefined])
  })
})
