import { describe, expect, test } from 'vitest'
import type { WatchEvent } from '../api/api.ts'
import { followedBlue } from '#test/engine/followed-blue.ts'
import { manualClock } from '#test/engine/manual-clock.ts'
import { aCluster, clusters } from '#test/engine/sample-objects.ts'
import { SampleServer } from '#test/engine/sample-server.ts'
import { seededRandom } from '#test/engine/seeded-random.ts'
import { followSelection } from './follow-selection.ts'

describe('A list that fails at the start (A1)', () => {
  test('is tried again until it succeeds, and until then nothing is said to be missing', async () => {
    const server = new SampleServer()
    server.put(aCluster('blue'))
    server.fail('list', ['ServerError', 'Unreachable', 'ServerError', 'Forbidden'])
    const clock = manualClock()
    const followed = followSelection(server.api, clusters, { clock, random: () => 0.5 })
    const start = clock.now()
    await clock.advance(0)
    expect(followed.state()).toEqual({
      phase: 'Starting',
      synced: false,
      since: start,
      lastError: 'ServerError',
    })
    // 250, 500, 1000 and 2000 milliseconds, half of what would be the longest.
    await clock.advance(3749)
    expect({ lists: server.count('list'), synced: followed.state().synced }).toEqual({
      lists: 4,
      synced: false,
    })
    await clock.advance(1)
    expect(followed.state()).toEqual({
      phase: 'Following',
      synced: true,
      since: start + 3750,
      lastError: undefined,
    })
  })

  test('obeys a server that asks to be left alone', async () => {
    const server = new SampleServer()
    server.fail('list', ['TooManyRequests'], 20)
    const clock = manualClock()
    followSelection(server.api, clusters, { clock, random: () => 0.5 })
    await clock.advance(19_999)
    expect(server.count('list')).toBe(1)
    await clock.advance(1)
    expect(server.count('list')).toBe(2)
  })
})

describe('A watch that ends (A2)', () => {
  test('continues at once from the last version when the server closed it, without a list and without a gap', async () => {
    const { server, clock, news, followed } = await followedBlue()
    server.put(aCluster('green'))
    await clock.advance(2000)
    server.endWatches()
    server.put(aCluster('red'))
    await clock.advance(0)
    expect({ news, calls: server.calls, phase: followed.state().phase }).toEqual({
      news: ['added prod/green', 'added prod/red'],
      calls: ['watch 102'],
      phase: 'Following',
    })
  })

  test('continues after a pause when it broke, without a list and without a gap', async () => {
    const { server, clock, news, followed } = await followedBlue({ random: () => 0.5 })
    server.endWatches('Unreachable')
    server.put(aCluster('green'))
    await clock.advance(249)
    expect({ calls: server.calls, state: followed.state() }).toEqual({
      calls: [],
      state: { phase: 'Broken', synced: true, since: clock.now() - 249, lastError: 'Unreachable' },
    })
    await clock.advance(1)
    expect({ news, calls: server.calls, phase: followed.state().phase }).toEqual({
      news: ['added prod/green'],
      calls: ['watch 101'],
      phase: 'Following',
    })
  })

  test('is quick to continue again once a watch was good for a while', async () => {
    const { server, clock } = await followedBlue({ random: () => 0.5 })
    server.fail('watch', ['Unreachable', 'Unreachable', 'Unreachable'])
    server.endWatches('Unreachable')
    // 250, 500, 1000 and 2000 milliseconds, half of what would be the longest.
    await clock.advance(3750)
    server.bookmark()
    await clock.advance(5000)
    server.calls.length = 0
    server.endWatches('Unreachable')
    await clock.advance(250)
    expect(server.calls).toEqual(['watch 101'])
  })

  test('makes no storm when the server closes every watch at once', async () => {
    const { server, clock } = await followedBlue()
    for (let second = 0; second < 600; second += 1) {
      server.endWatches()
      await clock.advance(100)
    }
    expect(server.count('watch')).toBeLessThan(30)
  })

  test('takes the version of a bookmark to continue from', async () => {
    const { server, clock } = await followedBlue()
    server.say({ type: 'BOOKMARK', resourceVersion: '150' })
    await clock.advance(2000)
    server.endWatches()
    await clock.advance(0)
    expect(server.calls).toEqual(['watch 150'])
  })

  test('lists when going on is refused again and again, as the version may be the trouble', async () => {
    const { server, clock, followed } = await followedBlue()
    server.fail('watch', ['ServerError', 'ServerError', 'ServerError', 'ServerError', 'ServerError'])
    server.endWatches()
    await clock.advance(60_000)
    expect(server.calls).toEqual([...Array<string>(5).fill('watch 101'), 'list', 'watch 101'])
    expect(followed.state().phase).toBe('Following')
  })
})

describe('A watch that is dead and does not say so (A3)', () => {
  test('is replaced when nothing was heard for 65 seconds', async () => {
    const { server, clock, news, followed } = await followedBlue()
    for (const stream of server.streams) stream.isHeld = true
    server.put(aCluster('green'))
    await clock.advance(64_999)
    expect({ calls: server.calls, quietMs: followed.quietMs() }).toEqual({ calls: [], quietMs: 64_999 })
    await clock.advance(1000)
    expect({ news, calls: server.calls, quiet: followed.quietMs() < 1000 }).toEqual({
      news: ['added prod/green'],
      calls: ['watch 101'],
      quiet: true,
    })
  })

  test('is not replaced while bookmarks come, however quiet it is', async () => {
    const { server, clock, followed } = await followedBlue()
    for (let minute = 0; minute < 7; minute += 1) {
      await clock.advance(60_000)
      server.bookmark()
    }
    expect({ calls: server.calls, phase: followed.state().phase }).toEqual({ calls: [], phase: 'Following' })
  })

  test('does not speak any more once it was left, although it ignores the signal', async () => {
    const { api } = new SampleServer()
    const clock = manualClock()
    const news: string[] = []
    const late = Promise.withResolvers<void>()
    async function* deaf(): AsyncGenerator<WatchEvent> {
      await late.promise
      yield { type: 'ADDED', object: aCluster('ghost', { uid: 'g', resourceVersion: '900' }) }
    }
    const watches = [deaf()]
    followSelection({ ...api, watch: (...given) => watches.shift() ?? api.watch(...given) }, clusters, {
      clock,
      random: seededRandom(1),
      onChange: change => void news.push(change.key),
    })
    await clock.advance(66_000)
    late.resolve()
    await clock.advance(0)
    expect([news, watches]).toEqual([[], []])
  })
})

describe('A version that is gone (A4)', () => {
  const ways = [
    {
      name: 'on connecting',
      lose: async (server: SampleServer) => {
        server.endWatches('Unreachable')
      },
    },
    { name: 'in the stream', lose: async (server: SampleServer) => server.endWatches('Gone') },
  ]
  for (const { name, lose } of ways) {
    test(`${name} leads to a complete list, and to what changed meanwhile`, async () => {
      const { server, clock, news, followed } = await followedBlue()
      server.put(aCluster('doomed'))
      server.put(aCluster('edited'))
      server.put(aCluster('reborn'))
      await clock.advance(10_000)
      news.length = 0
      server.calls.length = 0
      await lose(server)
      server.remove('prod/doomed')
      server.put(aCluster('edited', { labels: { new: 'true' } }))
      server.remove('prod/reborn')
      server.put(aCluster('reborn'))
      server.put(aCluster('new'))
      server.compact()
      await clock.advance(5000)
      expect({ news, lists: server.count('list'), names: followed.list().length }).toEqual({
        news: [
          'removed prod/doomed',
          'changed prod/edited',
          'added prod/new',
          'removed prod/reborn',
          'added prod/reborn',
        ],
        lists: 1,
        names: 4,
      })
    })
  }

  test('again and again makes no storm of lists', async () => {
    const { server, clock } = await followedBlue()
    server.fail('watch', Array<'Gone'>(1000).fill('Gone'))
    server.endWatches('Gone')
    await clock.advance(60_000)
    expect(server.count('list')).toBeLessThan(20)
  })
})
