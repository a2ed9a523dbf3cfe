import { constants } from 'node:http2'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { aPod, errorOf, gather, pods, web } from '#test/kube/sample-objects.ts'
import type { SampleReply } from '#test/kube/sample-server.ts'
import { SampleWorld } from '#test/kube/sample-world.ts'

const added = `${JSON.stringify({ type: 'ADDED', object: aPod() })}\n`
let world: SampleWorld

beforeAll(async () => {
  world = await SampleWorld.create('h2')
})
afterEach(() => world.clean())
afterAll(async () => world.stop())

test('a server that asks its client to go elsewhere may finish what is under way', async () => {
  const { api, counters } = world.connect()
  let watching: SampleReply | undefined
  world.server.answer = (reply, { url }) => {
    if (!url.includes('watch')) return reply.json(200, aPod())
    watching = reply
    reply.head(200, { 'content-type': 'application/json' })
    reply.write(added)
    return reply.goAway()
  }
  const events = api.watch({ resource: pods }, '5')[Symbol.asyncIterator]()
  expect(await events.next()).toMatchObject({ value: { type: 'ADDED' } })
  expect(await api.get(web)).toEqual(aPod())
  expect(counters().connections).toBe(2)
  watching?.write(added)
  watching?.end()
  expect(await events.next()).toMatchObject({ value: { type: 'ADDED' } })
  expect(await events.next()).toEqual({ value: undefined, done: true })
})

test('many calls at once open one connection', async () => {
  const { api, counters } = world.connect()
  world.server.answer = reply => reply.json(200, aPod())
  await Promise.all(Array.from({ length: 50 }, async () => api.get(web)))
  expect(counters()).toMatchObject({ calls: 50, connections: 1 })
})

test('a write that the server refused to look at is sent again', async () => {
  const { api } = world.connect()
  let count = 0
  world.server.answer = reply =>
    ++count === 1 ? reply.reset(constants.NGHTTP2_REFUSED_STREAM) : reply.json(201, aPod())
  expect(await api.create(pods, aPod(), { fieldManager: 'f' })).toEqual(aPod())
  expect(count).toBe(2)
})

test('a write that the server may have acted on is not sent again', async () => {
  const { api } = world.connect()
  world.server.answer = reply => reply.json(200, aPod())
  await api.get(web)
  world.server.requests.length = 0
  world.server.answer = reply => reply.cut()
  expect((await errorOf(api.create(pods, aPod(), { fieldManager: 'f' })))?.code).toBe('Unreachable')
  expect(world.server.requests.map(({ method }) => method)).toEqual(['POST'])
})

test('a server that refuses every time is asked twice', async () => {
  const { api } = world.connect()
  world.server.answer = reply => reply.reset(constants.NGHTTP2_REFUSED_STREAM)
  expect((await errorOf(api.get(web)))?.code).toBe('Unreachable')
  expect(world.server.requests.length).toBe(2)
})

test('a read over a connection that broke while nobody looked is asked again', async () => {
  const { api, counters } = world.connect()
  let count = 0
  world.server.answer = reply => (++count === 2 ? reply.cut() : reply.json(200, aPod()))
  await api.get(web)
  expect(await api.get(web)).toEqual(aPod())
  expect(counters().connections).toBe(2)
})

test.each([
  { name: 'an error of its own', code: constants.NGHTTP2_INTERNAL_ERROR },
  { name: 'an end without a word', code: constants.NGHTTP2_CANCEL },
  { name: 'a call for calm', code: constants.NGHTTP2_ENHANCE_YOUR_CALM },
])('a watch that the server resets with $name is broken', async ({ code }) => {
  const { api } = world.connect()
  let reset: (() => void) | undefined
  world.server.answer = reply => {
    reply.head(200, { 'content-type': 'application/json' })
    reply.write(added)
    reset = () => reply.reset(code)
  }
  // Once the event was heard: what is still on its way may be lost with the stream.
  const events = api.watch({ resource: pods }, '5')
  expect(await gather(events, () => reset?.())).toEqual(['ADDED', 'Unreachable'])
})

test('an answer that ended before anybody began to read it is whole', async () => {
  const { api } = world.connect()
  world.server.answer = reply => reply.json(200, aPod({ note: 'x'.repeat(100_000) }))
  const all = await Promise.all(Array.from({ length: 20 }, async () => api.get(web)))
  expect(all.every(pod => pod['note'] === 'x'.repeat(100_000))).toBe(true)
})

test('a server that says something is not asked whether it is there, and one that is quiet is', async () => {
  // Only the looks at it, which the test calls: all else continues in its own time.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  try {
    const { api } = world.connect({ limits: { pingQuietMs: 2000 } })
    let watching: SampleReply | undefined
    world.server.answer = reply => {
      watching = reply
      reply.head(200, { 'content-type': 'application/json' })
      reply.write(added)
    }
    const events = api.watch({ resource: pods }, '5')[Symbol.asyncIterator]()
    await events.next()
    world.server.pings = 0
    for (let look = 0; look < 5; look++) {
      watching?.write(added)
      await events.next()
      vi.advanceTimersByTime(1000)
    }
    expect(world.server.pings).toBe(0)
    while (world.server.pings === 0) {
      vi.advanceTimersByTime(1000)
      await nextTurn()
    }
  } finally {
    vi.useRealTimers()
  }
})
