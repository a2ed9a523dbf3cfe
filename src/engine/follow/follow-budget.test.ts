import { describe, expect, test } from 'vitest'
import { MemoryBudget } from '../budget/memory-budget.ts'
import type { KubeObject } from '../api/kube-object.ts'
import { TokenBucket } from '../run/token-bucket.ts'
import { manualClock } from '#test/engine/manual-clock.ts'
import { aCluster, clusters } from '#test/engine/sample-objects.ts'
import { SampleServer } from '#test/engine/sample-server.ts'
import type { FollowBudget } from './follow-budget.ts'
import { followSelection } from './follow-selection.ts'

const MEBIBYTE = 1024 * 1024
const text = 'x'.repeat(100_000)
const large = (name: string): KubeObject => ({ ...aCluster(name), text })

function follow(server: SampleServer, given: Partial<FollowBudget> & { readonly maxObjects?: number } = {}) {
  const { maxObjects = 1000, ...more } = given
  const clock = manualClock()
  const limits = { ownBytes: 0, shareBytes: MEBIBYTE, commonBytes: MEBIBYTE }
  const memory = new MemoryBudget(limits)
  const budget: FollowBudget = {
    keptBytes: 350_000,
    listedBytes: 1_000_000,
    memory: memory.share(),
    pace: new TokenBucket({ perSecond: MEBIBYTE, burst: 64 * MEBIBYTE }, clock),
    clock,
    ...more,
  }
  const heard: string[] = []
  const followed = followSelection(server.api, clusters, {
    clock,
    random: () => 0.5,
    maxObjects,
    budget,
    transform: object => ({ ...object, dropped: undefined }),
    onChange: ({ kind, key }) => void heard.push(`${kind} ${key}`),
    onBroken: () => void heard.push('broken'),
  })
  const told = () => ({
    phase: followed.state().phase,
    synced: followed.state().synced,
    error: followed.state().lastError,
    kept: followed.list().length,
    holds: budget.memory.bytes > 0,
  })
  return { clock, budget, memory, followed, heard, told }
}

const tooLarge = { phase: 'TooLarge', synced: false, error: 'TooLarge', kept: 0, holds: false }
const following = (kept: number) => ({
  phase: 'Following',
  synced: true,
  error: undefined,
  kept,
  holds: true,
})

function aServer(...names: readonly string[]): SampleServer {
  const server = new SampleServer()
  for (const name of names) server.put(large(name))
  return server
}

describe('A selection with a budget', () => {
  test('is followed as long as it keeps to it', async () => {
    const { clock, told } = follow(aServer('a', 'b', 'c'))
    await clock.advance(0)
    expect(told()).toEqual(following(3))
  })

  test('ends a list at the page that is too much to keep', async () => {
    const server = aServer('a', 'b', 'c', 'd', 'e', 'f')
    server.pageSize = 1
    const { clock, told } = follow(server)
    await clock.advance(0)
    expect([told(), server.count('list')]).toEqual([tooLarge, 4])
  })

  test('ends a list that brings too much, also when nearly nothing of it is kept', async () => {
    const server = new SampleServer()
    for (let index = 0; index < 30; index += 1) server.put({ ...aCluster(`c${index + 10}`), dropped: text })
    server.pageSize = 1
    const { clock, told } = follow(server)
    await clock.advance(0)
    expect([told(), server.count('list')]).toEqual([tooLarge, 10])
  })

  test('tells whoever waits for the first list that it is too large', async () => {
    const { clock, followed } = follow(aServer('a', 'b', 'c', 'd'))
    const synced = followed.whenSynced()
    await clock.advance(0)
    expect(await synced).toBe(false)
  })

  test('lets everything go when events bring too many bytes, and announces no removal', async () => {
    const server = aServer('a')
    const { clock, told, heard } = follow(server)
    await clock.advance(0)
    for (const name of ['b', 'c', 'd', 'e']) server.put(large(name))
    await clock.advance(0)
    expect([told(), heard]).toEqual([tooLarge, ['added prod/a', 'added prod/b', 'added prod/c', 'broken']])
  })

  test('lets everything go when events bring too many objects', async () => {
    const server = new SampleServer()
    const { clock, told } = follow(server, { maxObjects: 3 })
    await clock.advance(0)
    for (const name of ['a', 'b', 'c', 'd']) server.put(aCluster(name))
    await clock.advance(0)
    expect(told()).toEqual(tooLarge)
  })

  test('counts an object that changes or goes for what is left of it', async () => {
    const server = aServer('a')
    const { clock, told } = follow(server)
    await clock.advance(0)
    for (let times = 0; times < 20; times += 1) {
      server.put(large('a'))
      server.put(large('b'))
      server.remove('prod/b')
      await clock.advance(1000)
    }
    expect(told()).toEqual(following(1))
  })

  test('is tried again after a minute at the earliest, later each time, and followed when it fits', async () => {
    const server = aServer('a', 'b', 'c', 'd')
    const { clock, told } = follow(server)
    await clock.advance(0)
    await clock.advance(59_999)
    expect(server.count('list')).toBe(1)
    await clock.advance(60_000)
    expect(server.count('list')).toBe(2)
    await clock.advance(80_000)
    expect(server.count('list')).toBe(2)
    server.remove('prod/d')
    await clock.advance(20_000)
    expect(told()).toEqual(following(3))
  })

  test('lets go when its server is the one that holds most of all', async () => {
    const server = aServer('a', 'b')
    const { clock, told, memory } = follow(server)
    await clock.advance(0)
    const others = Array.from({ length: 6 }, () => memory.share().hold(() => undefined))
    expect([others.map(other => other.set(150_000)), told()]).toEqual([Array(6).fill(true), tooLarge])
    server.put(large('c'))
    await clock.advance(59_999)
    expect([told(), server.calls]).toEqual([tooLarge, ['list', 'watch 102']])
  })

  test('is listed again before it is followed when it had to let go while its watch was broken', async () => {
    const server = aServer('a', 'b')
    const { clock, told, memory } = follow(server)
    await clock.advance(0)
    server.endWatches('Unreachable')
    await clock.advance(0)
    for (const other of Array.from({ length: 6 }, () => memory.share().hold(() => undefined)))
      other.set(150_000)
    await clock.advance(1000)
    expect([told().kept, server.calls]).toEqual([0, ['list', 'watch 102', 'list']])
  })

  test('gives back what it holds when it is stopped', async () => {
    const { clock, followed, budget } = follow(aServer('a'))
    await clock.advance(0)
    const stopped = followed.stop()
    await clock.advance(0)
    await stopped
    expect(budget.memory.bytes).toBe(0)
  })

  test('reads events no faster than its pace, and does not take the pause for silence', async () => {
    const server = new SampleServer()
    const clock = manualClock()
    const { followed, ...one } = followOn(clock, server)
    await clock.advance(0)
    for (let index = 0; index < 10; index += 1) server.put(large('a'))
    await clock.advance(0)
    const atOnce = one.count()
    await clock.advance(110_000)
    const after = one.count()
    await clock.advance(690_000)
    expect([atOnce, after, one.count(), followed.state().phase, server.calls]).toEqual([
      2,
      4,
      10,
      'Following',
      ['list', 'watch 100'],
    ])
  })
})

function followOn(clock: ReturnType<typeof manualClock>, server: SampleServer) {
  const unlimited = { ownBytes: 0, shareBytes: 10 * MEBIBYTE, commonBytes: 10 * MEBIBYTE }
  let changes = 0
  const followed = followSelection(server.api, clusters, {
    clock,
    random: () => 0.5,
    relistMs: () => 10_000_000,
    budget: {
      keptBytes: MEBIBYTE,
      listedBytes: MEBIBYTE,
      memory: new MemoryBudget(unlimited).share(),
      pace: new TokenBucket({ perSecond: 1_000, burst: 200_000 }, clock),
      clock,
    },
    onChange: () => void (changes += 1),
  })
  return { followed, count: () => changes }
}
