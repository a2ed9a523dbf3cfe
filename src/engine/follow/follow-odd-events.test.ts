import { describe, expect, test } from 'vitest'
import type { KubeObject } from '../api/kube-object.ts'
import { followedBlue } from '#test/engine/followed-blue.ts'
import { manualClock } from '#test/engine/manual-clock.ts'
import { aCluster, clusters } from '#test/engine/sample-objects.ts'
import { SampleServer } from '#test/engine/sample-server.ts'
import { seededRandom } from '#test/engine/seeded-random.ts'
import { followSelection } from './follow-selection.ts'

describe('An event that was lost (A5)', () => {
  test('is repaired by the next complete list, ten minutes later at most', async () => {
    const { server, clock, news } = await followedBlue()
    server.dropsEvents = true
    server.put(aCluster('green'))
    server.remove('prod/blue')
    for (let minute = 0; minute < 10; minute += 1) {
      server.bookmark()
      await clock.advance(60_000)
    }
    expect(news).toEqual(['removed prod/blue', 'added prod/green'])
  })

  test('does not make the cache forget anything when that list fails: the watch goes on', async () => {
    const { server, clock, news, followed } = await followedBlue({ relistMs: () => 30_000 })
    server.fail('list', ['ServerError'])
    await clock.advance(30_000)
    server.put(aCluster('green'))
    await clock.advance(1000)
    expect({ news, names: followed.list().length, phase: followed.state().phase }).toEqual({
      news: ['added prod/green'],
      names: 2,
      phase: 'Following',
    })
    await clock.advance(40_000)
    expect(server.count('list')).toBeGreaterThanOrEqual(2)
    expect(followed.state().phase).toBe('Following')
  })
})

describe('An event that comes twice, again or late (A6)', () => {
  test('is ignored when it is not newer than what is known', async () => {
    const { server, clock, news, followed } = await followedBlue()
    const first = server.put(aCluster('blue', { labels: { step: '1' } }))
    const second = server.put(aCluster('blue', { labels: { step: '2' } }))
    await clock.advance(0)
    news.length = 0
    for (const object of [second, first, second]) server.say({ type: 'MODIFIED', object })
    server.say({ type: 'DELETED', object: first })
    await clock.advance(0)
    expect({ news, labels: followed.get('prod/blue')?.metadata.labels }).toEqual({
      news: [],
      labels: { step: '2' },
    })
  })

  test('does not bring back what is gone', async () => {
    const { server, clock, news, followed } = await followedBlue()
    const green = server.put(aCluster('green'))
    server.remove('prod/green')
    await clock.advance(0)
    news.length = 0
    server.say({ type: 'MODIFIED', object: green })
    await clock.advance(0)
    expect({ news, green: followed.get('prod/green') }).toEqual({ news: [], green: undefined })
  })

  test('does not delete the new object for the old one of the same name', async () => {
    const { server, clock, news } = await followedBlue()
    const old = server.put(aCluster('green'))
    server.remove('prod/green')
    server.put(aCluster('green'))
    await clock.advance(0)
    news.length = 0
    server.say({ type: 'DELETED', object: old })
    server.say({ type: 'DELETED', object: { ...old, metadata: { ...old.metadata, resourceVersion: 'x' } } })
    await clock.advance(0)
    expect(news).toEqual([])
  })

  test('does not bring back what a list has shown to be gone', async () => {
    const { server, clock, news, followed } = await followedBlue()
    const green = server.put(aCluster('green'))
    server.remove('prod/green')
    await clock.advance(20_000)
    followed.relist()
    await clock.advance(0)
    news.length = 0
    server.say({ type: 'MODIFIED', object: green })
    await clock.advance(0)
    expect({ news, lists: server.count('list') }).toEqual({ news: [], lists: 1 })
  })

  test('is taken as it comes when versions are no numbers, and only the very same is ignored', async () => {
    const { server, clock, news } = await followedBlue()
    const opaque = aCluster('blue', { uid: 'uid-1', resourceVersion: 'abc' })
    const other = aCluster('blue', { uid: 'uid-1', resourceVersion: 'aaa' })
    for (const object of [opaque, opaque, other]) server.say({ type: 'MODIFIED', object })
    await clock.advance(0)
    expect(news).toEqual(['changed prod/blue', 'changed prod/blue'])
  })

  test('late, but new for its own object, is taken although another one is further', async () => {
    const { server, clock, news } = await followedBlue()
    server.dropsEvents = true
    const late = server.put(aCluster('late'))
    server.dropsEvents = false
    server.put(aCluster('early'))
    server.say({ type: 'ADDED', object: late })
    await clock.advance(2000)
    server.endWatches()
    await clock.advance(0)
    expect({ news, calls: server.calls }).toEqual({
      news: ['added prod/early', 'added prod/late'],
      calls: ['watch 103'],
    })
  })
})

describe('An own write (A8)', () => {
  test('keeps its object behind until the cache has it', async () => {
    const { server, clock, followed } = await followedBlue()
    server.dropsEvents = true
    const { uid = '', resourceVersion = '' } = server.put(aCluster('blue')).metadata
    followed.sawWrite('prod/blue', uid, resourceVersion)
    await clock.advance(0)
    expect(followed.isBehind('prod/blue')).toBe(true)
    expect(followed.isBehind('prod/other')).toBe(false)
    server.dropsEvents = false
    server.say({ type: 'MODIFIED', object: aCluster('blue', { uid, resourceVersion }) })
    await clock.advance(0)
    expect(followed.isBehind('prod/blue')).toBe(false)
  })

  test('is done with when the server is further and has no such object in the selection', async () => {
    const { server, clock, followed } = await followedBlue()
    followed.sawWrite('prod/outside', 'uid-9', '102')
    expect(followed.isBehind('prod/outside')).toBe(true)
    server.say({ type: 'BOOKMARK', resourceVersion: '102' })
    await clock.advance(0)
    expect(followed.isBehind('prod/outside')).toBe(false)
  })

  test('of an old version does not replace a newer one', async () => {
    const { followed } = await followedBlue()
    followed.sawWrite('prod/blue', 'uid-1', '200')
    followed.sawWrite('prod/blue', 'uid-1', '101')
    expect(followed.isBehind('prod/blue')).toBe(true)
  })

  test('whose event was lost is looked for by a list', async () => {
    const { server, clock, followed } = await followedBlue()
    await clock.advance(20_000)
    server.dropsEvents = true
    const { uid = '', resourceVersion = '' } = server.put(aCluster('blue')).metadata
    followed.sawWrite('prod/blue', uid, resourceVersion)
    server.bookmark()
    await clock.advance(0)
    expect(followed.isBehind('prod/blue')).toBe(true)
    await clock.advance(0)
    expect({ behind: followed.isBehind('prod/blue'), calls: server.calls }).toEqual({
      behind: false,
      calls: ['list', 'watch 102'],
    })
  })

  test('of which nothing is heard for ten seconds is looked for by a list, but not all the time', async () => {
    const { server, clock, followed } = await followedBlue()
    server.dropsEvents = true
    followed.sawWrite('prod/blue', 'uid-1', '999')
    server.fail('list', Array<'ServerError'>(100).fill('ServerError'))
    for (let times = 0; times < 300; times += 1) {
      followed.isBehind('prod/blue')
      await clock.advance(100)
    }
    expect(server.count('list')).toBe(2)
  })
})

describe('Lists (A9)', () => {
  test('are never asked for at a version, so no old server may answer from its memory', async () => {
    const given: unknown[] = []
    const { api } = new SampleServer()
    const clock = manualClock()
    followSelection(
      {
        ...api,
        list: async (selection, call) => {
          given.push({ selection, limit: call?.limit, keys: Object.keys(call ?? {}).toSorted() })
          return await api.list(selection, call)
        },
      },
      clusters,
      { clock, random: seededRandom(1) },
    )
    await clock.advance(0)
    expect(given).toEqual([{ selection: clusters, limit: 500, keys: ['limit', 'signal', 'timeoutMs'] }])
  })
})

describe('What passes unseen (A10)', () => {
  test('is a removal and an addition when another object has the name, even if only a change was reported', async () => {
    const { server, clock, news } = await followedBlue()
    server.say({ type: 'MODIFIED', object: aCluster('blue', { uid: 'other', resourceVersion: '150' }) })
    await clock.advance(0)
    expect(news).toEqual(['removed prod/blue', 'added prod/blue'])
  })

  test('is nothing when an object came and went', async () => {
    const { server, clock, news } = await followedBlue()
    server.endWatches('Gone')
    server.put(aCluster('green'))
    server.remove('prod/green')
    server.compact()
    await clock.advance(5000)
    expect(news).toEqual([])
  })
})

describe('A server that went back in time (A21)', () => {
  test('is noticed by its list: everything known is dropped and reported again', async () => {
    const { server, clock, news, followed } = await followedBlue()
    const blue = followed.get('prod/blue')
    server.put(aCluster('green'))
    await clock.advance(10_000)
    news.length = 0
    followed.sawWrite('prod/blue', 'uid-1', '500')
    await clock.advance(1)
    server.restore(blue ? [blue] : [], 101)
    await clock.advance(60_000)
    expect(news).toEqual(['restored', 'removed prod/blue', 'removed prod/green', 'added prod/blue'])
    expect({ behind: followed.isBehind('prod/blue'), phase: followed.state().phase }).toEqual({
      behind: false,
      phase: 'Following',
    })
    server.put(aCluster('blue', { labels: { again: 'true' } }))
    await clock.advance(0)
    expect(news.at(-1)).toBe('changed prod/blue')
  })
})

describe('An answer that makes no sense', () => {
  const nameless: object = { apiVersion: 'v1', kind: 'Cluster' }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- What a broken server sends is not of the type.
  const nonsense = nameless as KubeObject

  test('in a watch breaks the watch, and what is known stays', async () => {
    const { server, clock, news, followed } = await followedBlue()
    server.say({ type: 'ADDED', object: nonsense })
    await clock.advance(0)
    expect([news, followed.list().length, followed.state()]).toMatchObject([
      [],
      1,
      { phase: 'Broken', lastError: 'BadAnswer' },
    ])
  })

  test('in a list is no list, and what is known stays', async () => {
    const { server, clock, news, followed } = await followedBlue()
    server.restore([nonsense], 50)
    await clock.advance(60_000)
    expect([news, followed.list().length, followed.state()]).toMatchObject([
      [],
      1,
      { phase: 'Broken', lastError: 'BadAnswer' },
    ])
  })
})
