import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { WatchEvent } from '../../engine/api/api.ts'
import type { Connection } from '../connect.ts'
import type { Limits } from '../transport/connection-config.ts'
import { SampleLink } from '#test/kube/sample-link.ts'
import { aPod, aStatus, errorOf, gather, pods, web } from '#test/kube/sample-objects.ts'
import type { SampleProtocol, SampleReply, SampleServer } from '#test/kube/sample-server.ts'
import { SampleWorld } from '#test/kube/sample-world.ts'

const json = { 'content-type': 'application/json' }

const event = (type: string, object: unknown) => `${JSON.stringify({ type, object })}\n`
const stream =
  (...parts: readonly (string | Buffer)[]) =>
  (reply: SampleReply) => {
    reply.head(200, json)
    for (const part of parts) reply.write(part)
  }
const ended =
  (...parts: readonly (string | Buffer)[]) =>
  (reply: SampleReply) => {
    stream(...parts)(reply)
    reply.end()
  }

describe.each<SampleProtocol>(['h2', 'http/1.1'])('over %s, a watch', protocol => {
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

  const follow = async (limits: Partial<Limits> = {}) => {
    connection = world.connect({ limits, random: () => 0.5 })
    return gather(connection.api.watch({ resource: pods }, '5'))
  }
  test('asks for bookmarks, and to be ended by the server', async () => {
    server.answer = ended()
    expect(await follow()).toEqual(['end'])
    expect(server.requests.at(-1)?.url).toBe(
      '/api/v1/pods?watch=true&allowWatchBookmarks=true&resourceVersion=5&timeoutSeconds=2700',
    )
  })

  const bookmark = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { resourceVersion: '8', creationTimestamp: null },
  }
  const cases = [
    {
      name: 'passes changes on',
      serve: ended(event('ADDED', aPod()), event('DELETED', aPod())),
      want: ['ADDED', 'DELETED', 'end'],
    },
    {
      name: 'reads bookmarks',
      serve: ended(event('BOOKMARK', bookmark)),
      want: [{ type: 'BOOKMARK', resourceVersion: '8' }, 'end'],
    },
    {
      name: 'says that its version is gone',
      serve: stream(event('ERROR', aStatus(410, 'Expired'))),
      want: ['Gone'],
    },
    {
      name: 'says so before it begins',
      serve: (reply: SampleReply) => reply.json(410, aStatus(410, 'Gone')),
      want: ['Gone'],
    },
    {
      name: 'breaks at an error of the server',
      serve: stream(event('ERROR', aStatus(500, 'InternalError'))),
      want: ['ServerError'],
    },
    {
      name: 'breaks at an error that is none',
      serve: stream(event('ERROR', { kind: 'Pod' })),
      want: ['BadAnswer'],
    },
    {
      name: 'breaks at a line that is not JSON',
      serve: stream(event('ADDED', aPod()), '{"type"\n'),
      want: ['ADDED', 'BadAnswer'],
    },
    { name: 'breaks at an empty line', serve: stream('\n'), want: ['BadAnswer'] },
    {
      name: 'breaks at another kind',
      serve: stream(event('ADDED', aPod({ kind: 'Node' }))),
      want: ['BadAnswer'],
    },
    {
      name: 'breaks at a type that nobody knows',
      serve: stream(event('RENAMED', aPod())),
      want: ['BadAnswer'],
    },
    {
      name: 'breaks at half a line at its end',
      serve: ended(event('ADDED', aPod()), '{"type":"ADD'),
      want: ['ADDED', 'BadAnswer'],
    },
    {
      name: 'breaks at a bookmark without a version',
      serve: stream(event('BOOKMARK', aPod({ metadata: {} }))),
      want: ['BadAnswer'],
    },
  ]
  test.each(cases)('$name', async ({ serve, want }) => {
    server.answer = serve
    expect(await follow()).toEqual(want)
  })

  test('puts lines and characters together that came in pieces', async () => {
    const bytes = Buffer.from(event('ADDED', aPod({ note: 'é😀' })))
    server.answer = reply => {
      reply.head(200, json)
      for (const byte of bytes) reply.write(Buffer.from([byte]))
      reply.end()
    }
    const seen: WatchEvent[] = []
    for await (const found of connection.api.watch({ resource: pods }, '5')) seen.push(found)
    expect(seen).toEqual([{ type: 'ADDED', object: aPod({ note: 'é😀' }) }])
  })

  test('takes no event that is too large, with its end or without', async () => {
    server.answer = stream(event('ADDED', aPod({ note: 'x'.repeat(9000) })))
    expect(await follow({ eventBytes: 5000 })).toEqual(['TooLarge'])
    server.answer = reply => {
      reply.head(200, json)
      reply.flood(Buffer.alloc(1024, 'x'))
    }
    expect(await follow({ eventBytes: 5000 })).toEqual(['TooLarge'])
  })

  test('that is broken off says so', async () => {
    let cut: (() => void) | undefined
    server.answer = reply => {
      stream(event('ADDED', aPod()))(reply)
      cut = () => reply.cut()
    }
    // Once the event was heard: what is still on its way may be lost with the connection.
    const events = connection.api.watch({ resource: pods }, '5')
    expect(await gather(events, () => cut?.())).toEqual(['ADDED', 'Unreachable'])
  })

  test('may be quiet for longer than an answer', async () => {
    server.answer = reply => {
      stream()(reply)
      setTimeout(() => ended(event('ADDED', aPod()))({ ...reply, head: () => undefined }), 200)
    }
    expect(await follow({ idleMs: 50, callMs: 50 })).toEqual(['ADDED', 'end'])
  })

  test('that never begins ends at its deadline', async () => {
    server.answer = () => undefined
    expect(await follow({ watchOpenMs: 150 })).toEqual(['Timeout'])
  })

  test('over a connection that is dead is found out', async () => {
    const link = await SampleLink.start(server.port)
    server.answer = stream(event('ADDED', aPod()))
    const limits = { pingQuietMs: 200, pongMs: 3000, quietWatchMs: 6000 }
    const { api } = world.connect({ server: link.url, limits })
    const events = api.watch({ resource: pods }, '5')[Symbol.asyncIterator]()
    expect(await events.next()).toMatchObject({ value: { type: 'ADDED' } })
    link.freeze()
    expect((await errorOf(events.next()))?.code).toBe('Unreachable')
    await link.stop()
  })

  test('ends at once when its signal aborts', async () => {
    const stop = new AbortController()
    server.answer = stream(event('ADDED', aPod()))
    const watch = connection.api.watch({ resource: pods }, '5', { signal: stop.signal })
    const events = watch[Symbol.asyncIterator]()
    expect(await events.next()).toMatchObject({ value: { type: 'ADDED' } })
    const next = errorOf(events.next())
    stop.abort()
    expect((await next)?.code).toBe('Cancelled')
  })

  test('passes nothing on once its signal has aborted', async () => {
    const stop = new AbortController()
    server.answer = stream(event('ADDED', aPod()).repeat(3))
    const seen: unknown[] = []
    const reading = (async () => {
      for await (const { type } of connection.api.watch({ resource: pods }, '5', { signal: stop.signal })) {
        seen.push(type)
        stop.abort()
      }
    })()
    expect((await errorOf(reading))?.code).toBe('Cancelled')
    expect(seen).toEqual(['ADDED'])
  })

  test('that nobody reads any more lets go of its request', async () => {
    const { promise: isOver, resolve } = Promise.withResolvers<void>()
    server.answer = reply => {
      reply.onClose(resolve)
      stream(event('ADDED', aPod()))(reply)
    }
    for await (const { type } of connection.api.watch({ resource: pods }, '5')) {
      expect(type).toBe('ADDED')
      break
    }
    await isOver
  })

  test('leaves calls their way', async () => {
    server.answer = (reply, { url }) => (url.includes('watch') ? stream()(reply) : reply.json(200, aPod()))
    const stop = new AbortController()
    const watches = Array.from({ length: 6 }, async () =>
      gather(connection.api.watch({ resource: pods }, '5', { signal: stop.signal })),
    )
    expect(await connection.api.get(web)).toEqual(aPod())
    stop.abort()
    expect(await Promise.all(watches)).toEqual(watches.map(() => ['Cancelled']))
  })
})
