import { beforeEach, describe, expect, test } from 'vitest'
import { notificationOf, type Notification } from '../../domain/notify/notification.ts'
import { aFact, heldStatus } from '#test/domain/sample-fact.ts'
import { memoryMetrics } from '#test/engine/memory-metrics.ts'
import { manualClock } from '#test/engine/manual-clock.ts'
import { DEADLINE_MS, MOST_WAITING, NotificationQueue } from './notification-queue.ts'
import type { SendResult } from '../world/notification-sink.ts'

const delivered: SendResult = { kind: 'delivered' }
const failed: SendResult = { kind: 'failed', reason: 'it responds with status 500' }

let clock: ReturnType<typeof manualClock>
let metrics: ReturnType<typeof memoryMetrics>
let log: string[]
let tries: string[]
let answer: (signal: AbortSignal) => Promise<SendResult>
let queue: NotificationQueue

beforeEach(() => {
  clock = manualClock()
  metrics = memoryMetrics()
  log = []
  tries = []
  answer = async () => delivered
  const warn = (message: string, fields: Readonly<Record<string, unknown>>) =>
    void log.push(`${message} ${JSON.stringify(fields)}`)
  queue = new NotificationQueue(
    { clock, metrics, random: () => 0.5, log: { info: warn, warn } },
    {
      name: 'hooks.example',
      send: async ({ facts }, signal) => {
        tries.push(facts[0].cluster.name)
        return answer(signal)
      },
    },
  )
})

function about(name: string): Notification {
  return notificationOf([aFact(heldStatus(), { name, uid: name })])
}

function counts(): Readonly<Record<string, number | undefined>> {
  const of = (result: string) => metrics.value('notifications_total', { result })
  const waiting = metrics.value('notifications_waiting')
  return { sent: of('sent'), failed: of('failed'), dropped: of('dropped'), waiting }
}

test('what is added is sent, in order', async () => {
  for (const name of ['a', 'b', 'c']) queue.add(about(name))
  expect(counts()).toEqual({ sent: 0, failed: 0, dropped: 0, waiting: 3 })
  await clock.advance(0)
  expect(tries).toEqual(['a', 'b', 'c'])
  expect(counts()).toEqual({ sent: 3, failed: 0, dropped: 0, waiting: 0 })
})

describe('A receiver that is away', () => {
  test('is tried again, ever more seldom, and told of once', async () => {
    answer = async () => failed
    queue.add(about('a'))
    await clock.advance(600_000)
    // Half of 2, 4, 8, 16, 32 and then 60 seconds.
    expect(tries).toHaveLength(1 + 5 + 18)
    expect(log).toEqual([
      'cannot send a notification {"to":"hooks.example","error":"it responds with status 500"}',
    ])
    answer = async () => delivered
    await clock.advance(60_000)
    expect(counts()).toEqual({ sent: 1, failed: tries.length - 1, dropped: 0, waiting: 0 })
  })

  test('loses the oldest when there is too much, and that is counted', async () => {
    answer = async () => failed
    for (let index = 0; index < MOST_WAITING + 20; index += 1) queue.add(about(`c-${index}`))
    await clock.advance(0)
    expect(counts()).toMatchObject({ dropped: 20, waiting: MOST_WAITING })
    tries = []
    answer = async () => delivered
    await clock.advance(60_000)
    expect(tries.at(0)).toBe('c-20')
    expect(tries.at(-1)).toBe(`c-${MOST_WAITING + 19}`)
    expect(counts()).toMatchObject({ sent: MOST_WAITING, dropped: 20, waiting: 0 })
  })
})

test('a receiver that does not answer is left after its time, and the call ended', async () => {
  const ended: boolean[] = []
  answer = signal => new Promise(() => signal.addEventListener('abort', () => ended.push(signal.aborted)))
  queue.add(about('a'))
  await clock.advance(DEADLINE_MS)
  expect(ended).toEqual([true])
  expect(counts()).toEqual({ sent: 0, failed: 1, dropped: 0, waiting: 1 })
})

test('what a receiver will never take is not sent again', async () => {
  answer = async () => ({ kind: 'refused', reason: 'it responds with status 400' })
  queue.add(about('a'))
  await clock.advance(600_000)
  expect(tries).toEqual(['a'])
  expect(counts()).toEqual({ sent: 0, failed: 1, dropped: 1, waiting: 0 })
})

test('a sink that throws does no harm', async () => {
  answer = async () => Promise.reject(new TypeError('with a secret in it'))
  queue.add(about('a'))
  await clock.advance(0)
  expect(log).toEqual(['cannot send a notification {"to":"hooks.example","error":"TypeError"}'])
})

describe('In the end', () => {
  test('what is left is tried once more, without waiting for its turn', async () => {
    answer = async () => failed
    queue.add(about('a'))
    await clock.advance(0)
    answer = async () => delivered
    await queue.stop(5000)
    expect(tries).toEqual(['a', 'a'])
    expect(metrics.value('notifications_total', { result: 'sent' })).toBe(1)
  })

  test('a receiver that is away is not waited for', async () => {
    answer = async () => failed
    for (const name of ['a', 'b']) queue.add(about(name))
    await clock.advance(0)
    await queue.stop(5000)
    expect(counts()).toEqual({ sent: 0, failed: 2, dropped: 2, waiting: undefined })
  })

  test('nobody waits longer than told, and nothing is left behind', async () => {
    answer = () => new Promise(() => {})
    queue.add(about('a'))
    const stopped = queue.stop(5000)
    await clock.advance(5000)
    await stopped
    await clock.advance(0)
    expect(counts()).toEqual({ sent: 0, failed: 0, dropped: 1, waiting: undefined })
    expect(clock.sleepers()).toBe(0)
  })
})
