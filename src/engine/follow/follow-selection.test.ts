import { describe, expect, test } from 'vitest'
import { manualClock } from '#test/engine/manual-clock.ts'
import { aCluster, clusters } from '#test/engine/sample-objects.ts'
import { SampleServer } from '#test/engine/sample-server.ts'
import { seededRandom } from '#test/engine/seeded-random.ts'
import { type FollowOptions, followSelection } from './follow-selection.ts'

function follow(server: SampleServer, options: Partial<FollowOptions> = {}) {
  const clock = manualClock()
  const news: string[] = []
  const followed = followSelection(server.api, clusters, {
    clock,
    random: seededRandom(1),
    onChange: change => void news.push(`${change.kind} ${change.key}`),
    onRestored: () => void news.push('restored'),
    ...options,
  })
  return { clock, news, followed, names: () => followed.list().map(object => object.metadata.name) }
}

function aServer(...names: readonly string[]): SampleServer {
  const server = new SampleServer()
  for (const name of names) server.put(aCluster(name))
  return server
}

describe('Following a selection', () => {
  test('lists it, then follows it from the version of the list', async () => {
    const server = aServer('blue')
    const { clock, news, followed, names } = follow(server)
    await clock.advance(0)
    server.put(aCluster('green'))
    server.put(aCluster('blue', { labels: { tier: 'prod' } }))
    server.remove('prod/green')
    await clock.advance(0)
    expect(news).toEqual(['added prod/blue', 'added prod/green', 'changed prod/blue', 'removed prod/green'])
    expect(names()).toEqual(['blue'])
    expect(server.calls).toEqual(['list', 'watch 101'])
    await followed.stop()
    expect(clock.sleepers()).toBe(0)
  })

  test('reads a long list page by page', async () => {
    const server = aServer('a', 'b', 'c', 'd', 'e')
    server.pageSize = 2
    const { clock, names } = follow(server)
    await clock.advance(0)
    expect({ names: names(), calls: server.calls }).toEqual({
      names: ['a', 'b', 'c', 'd', 'e'],
      calls: ['list', 'list 2', 'list 4', 'watch 105'],
    })
  })

  test('begins a list again when its next page is compacted away, and never takes half of it for the whole', async () => {
    const server = aServer('a', 'b', 'c')
    server.pageSize = 2
    const { clock, followed, names } = follow(server)
    server.fail('list', ['Gone'])
    expect(followed.state().synced).toBe(false)
    await clock.advance(0)
    expect({ names: names(), calls: server.calls }).toEqual({
      names: ['a', 'b', 'c'],
      calls: ['list', 'list 2', 'list', 'list 2', 'watch 103'],
    })
  })

  test('gives up on a list that is too long to keep', async () => {
    const server = aServer('a', 'b', 'c')
    server.pageSize = 1
    const { clock, followed } = follow(server, { maxObjects: 2 })
    await clock.advance(0)
    expect(followed.state()).toMatchObject({ synced: false, lastError: 'TooLarge' })
  })

  test('finds objects by namespace and by index, also after they have changed', async () => {
    const server = aServer('blue')
    server.put(aCluster('red', { namespace: 'test', labels: { tier: 'gold' } }))
    const { clock, followed } = follow(server, {
      indexes: { tier: object => [object.metadata.labels?.['tier'] ?? 'none'] },
    })
    await clock.advance(0)
    server.put(aCluster('blue', { labels: { tier: 'gold' } }))
    await clock.advance(0)
    const namesOf = (found: ReturnType<typeof followed.list>) => found.map(object => object.metadata.name)
    expect({
      prod: namesOf(followed.inNamespace('prod')),
      gold: namesOf(followed.byIndex('tier', 'gold')),
      none: namesOf(followed.byIndex('tier', 'none')),
      unknown: namesOf(followed.byIndex('colour', 'gold')),
    }).toEqual({ prod: ['blue'], gold: ['red', 'blue'], none: [], unknown: [] })
  })

  test('keeps no managed fields, unless it is told what to strip instead', async () => {
    const server = new SampleServer()
    server.put(aCluster('blue', { managedFields: [{ manager: 'kubectl' }] }))
    const usual = follow(server)
    const own = follow(server, { transform: object => ({ ...object, spec: 'stripped' }) })
    await usual.clock.advance(0)
    expect(usual.followed.get('prod/blue')?.metadata).not.toHaveProperty('managedFields')
    expect(own.followed.get('prod/blue')).toMatchObject({
      spec: 'stripped',
      metadata: { managedFields: [{ manager: 'kubectl' }] },
    })
  })

  test('tells who subscribes later of what comes later, until that ends', async () => {
    const server = aServer('blue')
    const { clock, followed } = follow(server)
    await clock.advance(0)
    const heard: string[] = []
    const end = followed.subscribe(change => void heard.push(change.key))
    server.put(aCluster('green'))
    await clock.advance(0)
    end()
    server.put(aCluster('red'))
    await clock.advance(0)
    expect(heard).toEqual(['prod/green'])
  })

  test('says that it is synced once it is, or that it never was', async () => {
    const server = aServer('blue')
    const { clock, followed } = follow(server)
    const synced = followed.whenSynced()
    await clock.advance(0)
    expect(await synced).toBe(true)

    const deaf = aServer()
    deaf.fail('list', ['Unreachable'])
    const never = follow(deaf)
    const waiting = never.followed.whenSynced()
    await never.followed.stop()
    expect([await waiting, await never.followed.whenSynced()]).toEqual([false, false])
  })

  test('survives a handler that throws, at once or later, and tells the others (E7)', async () => {
    const server = aServer('blue')
    const errors: unknown[] = []
    const { clock, followed } = follow(server, {
      onChange: () => {
        throw new Error('poison')
      },
      onHandlerError: error => void errors.push(error),
    })
    const heard: string[] = []
    followed.subscribe(change => void heard.push(change.key))
    followed.subscribe(async () => {
      await Promise.resolve()
      throw new Error('late poison')
    })
    await clock.advance(0)
    server.put(aCluster('green'))
    await clock.advance(0)
    expect(heard).toEqual(['prod/blue', 'prod/green'])
    expect(errors.map(String)).toEqual([
      'Error: poison',
      'Error: late poison',
      'Error: poison',
      'Error: late poison',
    ])
  })

  test('keeps only the head of an object that cannot be stripped (E8)', async () => {
    const server = new SampleServer()
    server.put({ ...aCluster('blue'), spec: { secret: 'x' } })
    const { clock, followed } = follow(server, {
      transform: () => {
        throw new Error('odd shape')
      },
    })
    await clock.advance(0)
    expect(Object.keys(followed.get('prod/blue') ?? {})).toEqual(['apiVersion', 'kind', 'metadata'])
  })
})
