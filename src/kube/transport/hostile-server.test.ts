import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { MemoryBudget } from '../../engine/budget/memory-budget.ts'
import { connect } from '../connect.ts'
import { aList, aPod, errorOf, gather, pods, web } from '#test/kube/sample-objects.ts'
import type { SampleProtocol, SampleReply } from '#test/kube/sample-server.ts'
import { SampleWorld } from '#test/kube/sample-world.ts'

const MEBIBYTE = 1024 * 1024
const json = { 'content-type': 'application/json' }
const limits = { ownBytes: 0, shareBytes: MEBIBYTE, commonBytes: MEBIBYTE }

describe.each<SampleProtocol>(['h2', 'http/1.1'])('over %s, of a server that is not trusted', protocol => {
  let world: SampleWorld
  beforeAll(async () => {
    world = await SampleWorld.create(protocol)
  })
  afterEach(() => world.clean())
  afterAll(async () => world.stop())

  function connected() {
    const memory = new MemoryBudget(limits)
    const share = memory.share()
    const { caData } = world.authority
    const config = { server: world.server.url, caData, auth: { token: 't' } }
    return { memory, share, ...connect(config, share) }
  }

  test('an answer is not read beyond its share of the memory, and nothing of it is held then', async () => {
    world.server.answer = reply => reply.json(200, aPod({ text: 'x'.repeat(2 * MEBIBYTE) }))
    const { api, share, close } = connected()
    expect([(await errorOf(api.get(web)))?.code, share.bytes]).toEqual(['TooLarge', 0])
    close()
  })

  test('half an event counts as long as it is held', async () => {
    world.server.answer = reply => {
      reply.head(200, json)
      reply.flood('x'.repeat(65_536))
    }
    const { api, share, close } = connected()
    expect([await gather(api.watch({ resource: pods }, '5')), share.bytes]).toEqual([['TooLarge'], 0])
    close()
  })

  test('large answers are read one after the other, and all of them', async () => {
    const list = aList([aPod({ text: 'x'.repeat(650_000) })])
    world.server.answer = reply => reply.json(200, list)
    const { api, close } = connected()
    const pages = await Promise.all([1, 2].map(async () => api.list({ resource: pods })))
    expect(pages.map(({ items }) => items.length)).toEqual([1, 1])
    close()
  })

  test('a large answer that never ends keeps no small one from being read', async () => {
    const stuck = Promise.withResolvers<void>()
    world.server.answer = (reply, { url }) => {
      if (url.endsWith('/web')) return reply.json(200, aPod())
      reply.head(200, json)
      reply.write('x'.repeat(300_000))
      return stuck.resolve()
    }
    const { api, close } = connected()
    const list = errorOf(api.list({ resource: pods }))
    await stuck.promise
    expect((await api.get(web)).metadata.name).toBe('web')
    close()
    expect((await list)?.code).toBe('Cancelled')
  })

  test('an answer is let go at once when others need the memory more', async () => {
    const written = Promise.withResolvers<void>()
    world.server.answer = (reply: SampleReply) => {
      reply.head(200, json)
      reply.write('x'.repeat(600_000))
      written.resolve()
    }
    const { api, share, memory, close } = connected()
    const list = errorOf(api.list({ resource: pods }))
    await written.promise
    await expect.poll(() => share.bytes, { timeout: 120_000 }).toBe(600_000)
    expect([
      memory
        .share()
        .hold(() => undefined)
        .set(500_000),
      share.bytes,
    ]).toEqual([true, 0])
    expect((await list)?.code).toBe('TooLarge')
    close()
  })

  test('JSON that is small as a text and large in memory is not parsed', async () => {
    world.server.answer = reply => {
      reply.head(200, json)
      reply.write(`{"items":[${'{},'.repeat(1_800_000)}{}]}`)
      reply.end()
    }
    expect((await errorOf(world.connect().api.list({ resource: pods })))?.code).toBe('TooLarge')
  })

  test('discovery is short', async () => {
    world.server.answer = reply => reply.json(200, aPod({ text: 'x'.repeat(2 * MEBIBYTE) }))
    const { api } = world.connect()
    expect((await errorOf(api.discover('v1')))?.code).toBe('TooLarge')
  })
})
