import { beforeEach, expect, test } from 'vitest'
import type { ClusterFitoutStatus } from '../../domain/api/schema/cluster-fitout-schema.ts'
import { APART_MS, GATHER_MS } from '../../domain/notify/notification-batcher.ts'
import type { Notification } from '../../domain/notify/notification.ts'
import { aClusterFitout, heldStatus } from '#test/domain/sample-fact.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { noMetrics } from '../../engine/metrics/metrics.ts'
import { manualClock } from '#test/engine/manual-clock.ts'
import { Notices } from './notices.ts'

let clock: ReturnType<typeof manualClock>
let sent: Notification[]
beforeEach(() => {
  clock = manualClock()
  sent = []
})

function startNotices(objects: readonly KubeObject[] = []): Notices {
  const log = { info: () => undefined, warn: () => undefined }
  const notices = new Notices(
    { clock, random: () => 0, metrics: noMetrics, log },
    {
      name: 'people',
      send: async notification => {
        sent.push(notification)
        return { kind: 'delivered' }
      },
    },
  )
  notices.take(objects)
  return notices
}

function anObject(status: ClusterFitoutStatus, name = 'blue'): KubeObject {
  return { ...aClusterFitout(status), metadata: { name, namespace: 'prod', uid: name } }
}

function change(after: KubeObject) {
  return { kind: 'changed', key: `prod/${after.metadata.name}`, before: after, after } as const
}

const said = () => sent.map(({ facts }) => facts.map(({ cluster }) => cluster.name).join(' '))

test('what is so at the start, and what comes soon after it, is reported together', async () => {
  const notices = startNotices([anObject(heldStatus(), 'blue')])
  await clock.advance(GATHER_MS - 1)
  notices.heard(change(anObject(heldStatus(), 'green')))
  expect(said()).toEqual([])
  await clock.advance(1)
  expect(said()).toEqual(['blue green'])
  expect(clock.sleepers()).toBe(0)
})

test('what is heard of again and again is reported once', async () => {
  const notices = startNotices()
  for (let minute = 0; minute < 30; minute += 1) {
    notices.heard(change(anObject(heldStatus())))
    await clock.advance(60_000)
  }
  expect(said()).toEqual(['blue'])
})

test('another process tells it under the same key', async () => {
  const notices = startNotices([anObject(heldStatus())])
  await clock.advance(APART_MS)
  await notices.stop(0)
  startNotices([anObject(heldStatus())])
  await clock.advance(APART_MS)
  expect(said()).toEqual(['blue', 'blue'])
  expect(sent[1]?.key).toBe(sent[0]?.key)
})

test('nothing is told of a cluster that is gone, or after the end', async () => {
  const notices = startNotices([anObject(heldStatus())])
  const before = anObject(heldStatus())
  notices.heard({ kind: 'removed', key: 'prod/blue', before })
  await clock.advance(APART_MS)
  notices.heard(change(before))
  await notices.stop(0)
  await clock.advance(APART_MS)
  expect(said()).toEqual([])
  expect(clock.sleepers()).toBe(0)
})

test('what others wrote into a status and cannot be read is not reported', async () => {
  startNotices([{ ...anObject(heldStatus()), status: { state: 'Wonderful' } }])
  await clock.advance(APART_MS)
  expect(said()).toEqual([])
})
