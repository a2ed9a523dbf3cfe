import { describe, expect, test } from 'vitest'
import { leases } from '../election/lease.ts'
import { manualClock } from '#test/engine/manual-clock.ts'
import { clusters } from '#test/engine/sample-objects.ts'
import { SampleServer } from '#test/engine/sample-server.ts'
import { rateLimited } from './rate-limited.ts'

function limited(rate = { qps: 10, burst: 2 }) {
  const clock = manualClock()
  const server = new SampleServer()
  const times: number[] = []
  const api = rateLimited(
    {
      ...server.api,
      list: async (...given) => {
        times.push(clock.elapsed())
        return await server.api.list(...given)
      },
    },
    rate,
    clock,
  )
  return { clock, server, api, times }
}

describe('A limited rate', () => {
  test('lets a burst pass at once, and the others one after the other', async () => {
    const { clock, api, times } = limited()
    for (let calls = 0; calls < 5; calls += 1) void api.list(clusters)
    await clock.advance(1000)
    expect(times).toEqual([0, 0, 100, 200, 300])
  })

  test('gives no more than a burst after a long rest', async () => {
    const { clock, api, times } = limited()
    await clock.advance(60_000)
    for (let calls = 0; calls < 3; calls += 1) void api.list(clusters)
    await clock.advance(1000)
    expect(times).toEqual([60_000, 60_000, 60_100])
  })

  test('stays away as long as the server asks, with every call but those for leases (A13)', async () => {
    const { clock, server, api, times } = limited()
    server.fail('list', ['TooManyRequests'], 3)
    await expect(api.list(clusters)).rejects.toMatchObject({ code: 'TooManyRequests' })
    void api.list(clusters)
    void api
      .update(leases, { apiVersion: 'v1', kind: 'Lease', metadata: { name: 'x' } }, { fieldManager: 'f' })
      .catch(() => undefined)
    await clock.advance(2999)
    expect([times, server.count('update x')]).toEqual([[0], 1])
    await clock.advance(1)
    expect(times).toEqual([0, 3000])
  })

  test('stays away for a second when the server does not say how long, and for a minute at most', async () => {
    const { clock, server, api, times } = limited()
    server.fail('list', ['TooManyRequests'])
    await api.list(clusters).catch(() => undefined)
    void api.list(clusters).catch(() => undefined)
    server.fail('list', ['TooManyRequests'], 86_400)
    await clock.advance(1000)
    void api.list(clusters)
    await clock.advance(60_000)
    expect(times).toEqual([0, 1000, 61_000])
  })

  test('lets a call go that is cancelled while it waits', async () => {
    const { clock, server, api } = limited({ qps: 0.001, burst: 1 })
    await api.list(clusters)
    const cancel = new AbortController()
    const waiting = api.list(clusters, { signal: cancel.signal })
    cancel.abort()
    await expect(waiting).rejects.toMatchObject({ code: 'Cancelled' })
    expect([server.count('list'), clock.sleepers()]).toEqual([1, 0])
  })

  test('counts a watch once, and passes its events and its end on', async () => {
    const { clock, server, api } = limited()
    const heard: string[] = []
    async function listen(): Promise<void> {
      for await (const event of api.watch(clusters, '100')) heard.push(event.type)
      heard.push('end')
    }
    void listen()
    await clock.advance(0)
    for (let bookmarks = 0; bookmarks < 5; bookmarks += 1) server.bookmark()
    await clock.advance(0)
    server.endWatches()
    await clock.advance(0)
    expect(heard).toEqual([...Array<string>(5).fill('BOOKMARK'), 'end'])
  })
})
