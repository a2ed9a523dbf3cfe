import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ApiError } from '../../engine/api/api-error.ts'
import type { OpenWatch } from '../../engine/api/api.ts'
import { aPod, gather, pods } from '#test/kube/sample-objects.ts'
import type { SampleProtocol, SampleReply } from '#test/kube/sample-server.ts'
import { SampleWorld } from '#test/kube/sample-world.ts'

const event = (name: string) =>
  `${JSON.stringify({ type: 'ADDED', object: aPod({ metadata: { name, resourceVersion: '7' } }) })}\n`

describe.each<SampleProtocol>(['h2', 'http/1.1'])('over %s, who listens to a watch', protocol => {
  let world: SampleWorld
  beforeAll(async () => {
    world = await SampleWorld.create(protocol)
  })
  afterEach(() => world.clean())
  afterAll(async () => world.stop())

  /** Listens to what a server says, writes it down, and does this at each event. */
  function listen(answer: (reply: SampleReply) => void, onEvent: (watch: OpenWatch, name: string) => void) {
    world.server.answer = reply => {
      reply.head(200, { 'content-type': 'application/json' })
      answer(reply)
    }
    const told: string[] = []
    const { api } = world.connect()
    const over = Promise.withResolvers<void>()
    const watch: OpenWatch | undefined = api.listen?.({ resource: pods }, '5', {
      onEvent: one => {
        const name = one.type === 'BOOKMARK' ? one.type : one.object.metadata.name
        told.push(name)
        if (watch) onEvent(watch, name)
      },
      onEnd: error => {
        told.push(error instanceof ApiError ? error.code : 'end')
        over.resolve()
      },
    })
    if (!watch) throw new Error('the client has no listen')
    return { told, watch, over: over.promise, until: (count: number) => untilTold(told, count) }
  }

  test('is told nothing while it pauses, and all of it, in order, when it goes on', async () => {
    const names = ['a', 'b', 'c', 'd']
    const { told, watch, over, until } = listen(
      reply => {
        reply.write(names.map(event).join(''))
        reply.end()
      },
      paused => paused.pause(),
    )
    for (const [index] of names.entries()) {
      await until(index + 1)
      for (let turn = 0; turn < 20; turn++) await nextTurn()
      expect(told).toEqual(names.slice(0, index + 1))
      watch.resume()
    }
    await over
    expect(told).toEqual([...names, 'end'])
  })

  test('may continue inside of the very event at which it pauses', async () => {
    const { told, over } = listen(
      reply => {
        reply.write(event('a') + event('b'))
        reply.end()
      },
      watch => {
        watch.pause()
        watch.resume()
      },
    )
    await over
    expect(told).toEqual(['a', 'b', 'end'])
  })

  test('is told nothing more once it has ended the watch, and the request is let go', async () => {
    const closed = Promise.withResolvers<void>()
    const { told } = listen(
      reply => {
        reply.onClose(closed.resolve)
        reply.write(event('a') + event('b'))
      },
      watch => watch.end(),
    )
    await closed.promise
    for (let turn = 0; turn < 20; turn++) await nextTurn()
    expect(told).toEqual(['a'])
  })

  test('may end a watch that the server has not begun to answer', async () => {
    const asked = Promise.withResolvers<SampleReply>()
    const closed = Promise.withResolvers<void>()
    world.server.answer = reply => {
      reply.onClose(closed.resolve)
      asked.resolve(reply)
    }
    const told: unknown[] = []
    const listener = { onEvent: (one: unknown) => void told.push(one), onEnd: () => void told.push('end') }
    const watch = world.connect().api.listen?.({ resource: pods }, '5', listener)
    await asked.promise
    watch?.end()
    await closed.promise
    expect(told).toEqual([])
  })

  test('is told when the server does not end it in time', async () => {
    world.server.answer = reply => reply.head(200, { 'content-type': 'application/json' })
    const { api } = world.connect()
    expect(await gather(api.watch({ resource: pods }, '5', { timeoutMs: 300 }))).toEqual(['Timeout'])
  })
})

async function untilTold(told: readonly unknown[], count: number): Promise<void> {
  while (told.length < count) await nextTurn()
}
