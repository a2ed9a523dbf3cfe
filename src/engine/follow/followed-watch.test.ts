import { expect, test } from 'vitest'
import type { WatchEvent, WatchListener } from '../api/api.ts'
import { manualClock } from '#test/engine/manual-clock.ts'
import { aCluster, clusters } from '#test/engine/sample-objects.ts'
import { TokenBucket } from '../run/token-bucket.ts'
import { FollowedWatch } from './followed-watch.ts'

const from = { selection: clusters, resourceVersion: '1' }
const bookmark: WatchEvent = { type: 'BOOKMARK', resourceVersion: '2' }

/** A watch over an API that writes down what is asked of it, and whose listener can be told anything. */
function sampleWatch(given: { readonly until?: number; readonly bytesPerSecond?: number } = {}) {
  const { until = Infinity, bytesPerSecond = 1e9 } = given
  const clock = manualClock()
  const asked: string[] = []
  const told: unknown[] = []
  const listeners: WatchListener[] = []
  const api = {
    watch: async function* () {},
    listen: (_: unknown, version: string, listener: WatchListener) => {
      asked.push(`watch ${version}`)
      listeners.push(listener)
      return {
        pause: () => void asked.push('pause'),
        resume: () => void asked.push('resume'),
        end: () => void asked.push('end'),
      }
    },
  }
  const owner = {
    onEvent: (event: WatchEvent) => {
      if (event.type === 'DELETED') throw new Error('cannot be kept')
      told.push(event.type)
    },
    onWatchEnd: (end: object) => void told.push(end),
  }
  const pace = new TokenBucket({ perSecond: bytesPerSecond, burst: bytesPerSecond }, clock)
  const limits = { inactivityMs: 65_000, until: clock.elapsed() + until, pace }
  const watch = new FollowedWatch(api, from, { clock, owner, ...limits })
  const [server] = listeners
  if (!server) throw new Error('nobody listens')
  return { clock, asked, told, watch, server }
}

test('a watch on which nothing was heard for 65 s is ended as silent, once', async () => {
  const { clock, asked, told, server } = sampleWatch()
  await clock.advance(30_000)
  server.onEvent(bookmark)
  await clock.advance(64_999)
  expect(told).toEqual(['BOOKMARK'])
  await clock.advance(1001)
  expect({ asked, told, sleepers: clock.sleepers() }).toEqual({
    asked: ['watch 1', 'end'],
    told: ['BOOKMARK', { kind: 'silent' }],
    sleepers: 0,
  })
})

test('a watch is cut at its time, however lively it is', async () => {
  const { clock, told, server } = sampleWatch({ until: 20_000 })
  for (let second = 0; second < 19; second += 1) {
    await clock.advance(1000)
    server.onEvent(bookmark)
  }
  expect(told).toEqual(Array<string>(19).fill('BOOKMARK'))
  await clock.advance(1000)
  expect(told.at(-1)).toEqual({ kind: 'cancelled' })
})

test('what comes faster than the pace is not read meanwhile, and that is no silence', async () => {
  // An event counts as 4 KiB at least: each takes 41 s, less what may come at once.
  const { clock, asked, told, server } = sampleWatch({ bytesPerSecond: 100 })
  server.onEvent(bookmark)
  await clock.advance(39_000)
  expect(asked).toEqual(['watch 1', 'pause'])
  await clock.advance(1000)
  expect(asked).toEqual(['watch 1', 'pause', 'resume'])
  await clock.advance(64_000)
  expect(told).toEqual(['BOOKMARK'])
  await clock.advance(2000)
  expect(told).toEqual(['BOOKMARK', { kind: 'silent' }])
})

const ends: readonly {
  readonly name: string
  readonly happen: (sample: ReturnType<typeof sampleWatch>) => void
  readonly want: readonly unknown[]
}[] = [
  {
    name: 'that the server closes is over',
    happen: ({ server }) => server.onEnd(undefined),
    want: [{ kind: 'closed' }],
  },
  {
    name: 'that breaks says with what, without the words',
    happen: ({ server }) => server.onEnd(new Error('secret')),
    want: [{ kind: 'broken', failure: { code: 'BadAnswer', retryAfterMs: 0 } }],
  },
  {
    name: 'whose event cannot be kept is broken',
    happen: ({ server }) => server.onEvent({ type: 'DELETED', object: aCluster('blue') }),
    want: [{ kind: 'broken', failure: { code: 'BadAnswer', retryAfterMs: 0 } }],
  },
  {
    name: 'that was left neither speaks nor ends again',
    happen: ({ watch, server }) => {
      watch.end()
      watch.end()
      server.onEvent(bookmark)
      server.onEnd(undefined)
    },
    want: [{ kind: 'cancelled' }],
  },
  {
    name: 'that was left in a pause stays left',
    happen: ({ watch, server }) => {
      for (let count = 0; count < 100; count += 1) server.onEvent(bookmark)
      watch.end()
    },
    want: [...Array<string>(100).fill('BOOKMARK'), { kind: 'cancelled' }],
  },
]

test.for(ends)('a watch $name', async ({ happen, want }) => {
  const sample = sampleWatch({ bytesPerSecond: 100_000 })
  happen(sample)
  // Not from inside of another call: who has the watch may be in the middle of something.
  expect(sample.told.filter(one => typeof one === 'object')).toEqual([])
  await sample.clock.advance(10_000)
  expect({
    told: sample.told,
    resumed: sample.asked.includes('resume'),
    sleepers: sample.clock.sleepers(),
  }).toEqual({
    told: want,
    resumed: false,
    sleepers: 0,
  })
})
