import { array, assert, constantFrom, property, record } from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ClusterFitoutStatus } from '../api/schema/cluster-fitout-schema.ts'
import type { NotificationFact } from './fact.ts'
import { APART_MS, GATHER_MS, NotificationBatcher } from './notification-batcher.ts'
import { aFact, heldStatus, readyStatus } from '#test/domain/sample-fact.ts'

const later = '2026-11-16T12:01:00Z'
const { cause } = heldStatus()
const held = (name: string): NotificationFact => aFact(heldStatus(), { name, uid: name })
const failing = (name: string): NotificationFact =>
  aFact(heldStatus({ cause: cause && { ...cause, reason: 'ProofFailed' } }), { name, uid: name })
const ready = (name: string, since?: string): NotificationFact =>
  aFact(readyStatus(since), { name, uid: name })

let batcher: NotificationBatcher
beforeEach(() => {
  batcher = new NotificationBatcher()
})

/** The clusters that each message is about, which is told at a time. */
function toldAt(at: number): readonly string[] {
  return batcher.takeDue(at).map(({ facts }) => {
    const names = facts.map(({ cluster }) => cluster.name)
    return `${facts[0].reason}: ${names.join(' ')}`
  })
}

describe('A fact', () => {
  test('is reported once, when it has stood for a while', () => {
    batcher.hear('blue', held('blue'), 0)
    expect(batcher.dueAt()).toBe(GATHER_MS)
    expect(toldAt(GATHER_MS - 1)).toEqual([])
    expect(toldAt(GATHER_MS)).toEqual(['HandOverKeyMissing: blue'])
    expect(batcher.dueAt()).toBeUndefined()
    batcher.hear('blue', held('blue'), APART_MS)
    expect(toldAt(2 * APART_MS)).toEqual([])
  })

  test('that ends before is not reported', () => {
    batcher.hear('blue', held('blue'), 0)
    batcher.hear('blue', undefined, 5000)
    expect(toldAt(APART_MS)).toEqual([])
  })

  test('that changes its reason again and again is told in time, with the last one', () => {
    for (let at = 0; at < GATHER_MS; at += 2000)
      batcher.hear('blue', at % 4000 === 0 ? held('blue') : failing('blue'), at)
    expect(toldAt(GATHER_MS)).toEqual(['HandOverKeyMissing: blue'])
  })

  test('that comes back after another one, without the cluster being ready in between, is not reported again', () => {
    batcher.hear('blue', held('blue'), 0)
    toldAt(GATHER_MS)
    batcher.hear('blue', failing('blue'), 2 * GATHER_MS)
    expect(toldAt(APART_MS)).toEqual(['ProofFailed: blue'])
    batcher.hear('blue', held('blue'), APART_MS)
    expect(toldAt(3 * APART_MS)).toEqual([])
  })

  test('of a cluster that is gone is not reported', () => {
    batcher.hear('blue', held('blue'), 0)
    batcher.forget('blue')
    expect(toldAt(APART_MS)).toEqual([])
  })
})

describe('That a cluster is ready', () => {
  test('is told after trouble', () => {
    batcher.hear('blue', held('blue'), 0)
    toldAt(GATHER_MS)
    batcher.hear('blue', undefined, 20_000)
    batcher.hear('blue', ready('blue', later), 60_000)
    expect(toldAt(60_000 + GATHER_MS)).toEqual(['Ready: blue'])
  })

  test('is not told again when it was only busy in between', () => {
    batcher.hear('blue', ready('blue'), 0)
    expect(toldAt(GATHER_MS)).toEqual(['Ready: blue'])
    batcher.hear('blue', undefined, 20_000)
    batcher.hear('blue', ready('blue', later), 60_000)
    expect(toldAt(APART_MS)).toEqual([])
  })

  test('is told again when its plan is another one', () => {
    batcher.hear('blue', ready('blue'), 0)
    toldAt(GATHER_MS)
    const fact = ready('blue', later)
    batcher.hear('blue', { ...fact, fitout: { ...fact.fitout, generation: 3 } }, 60_000)
    expect(toldAt(APART_MS + GATHER_MS)).toEqual(['Ready: blue'])
  })
})

describe('The same fact of many clusters', () => {
  test('is one message', () => {
    for (let at = 0; at < 1000; at += 1) batcher.hear(`c-${at}`, held(`c-${at}`), at)
    const [notification, ...others] = batcher.takeDue(GATHER_MS)
    expect(notification?.facts).toHaveLength(1000)
    expect(others).toEqual([])
  })

  test('is told again after five minutes, of those that came since', () => {
    batcher.hear('a', held('a'), 0)
    toldAt(GATHER_MS)
    batcher.hear('b', held('b'), 20_000)
    batcher.hear('c', held('c'), 60_000)
    expect(batcher.dueAt()).toBe(GATHER_MS + APART_MS)
    expect(toldAt(GATHER_MS + APART_MS)).toEqual(['HandOverKeyMissing: b c'])
  })

  test('does not keep another fact waiting', () => {
    batcher.hear('a', held('a'), 0)
    toldAt(GATHER_MS)
    batcher.hear('b', failing('b'), 20_000)
    expect(toldAt(30_000)).toEqual(['ProofFailed: b'])
  })
})

// Whatever clusters say, and whenever someone looks.
const anEvent = record({
  cluster: constantFrom('a', 'b'),
  says: constantFrom('nothing', 'held', 'failing', 'ready'),
  /** Whether it is ready or not since another time than before. */
  isAnew: constantFrom(false, false, false, false, true),
  afterMs: constantFrom(1000, GATHER_MS, APART_MS, APART_MS),
})

test('no fact is ever told twice, and no group twice in five minutes', () => {
  assert(
    property(array(anEvent, { maxLength: 40 }), events => {
      const all = new NotificationBatcher()
      const keys: string[] = []
      const groups = new Map<string, number>()
      const minutes = new Map<string, number>()
      let at = 0
      for (const { cluster, says, isAnew, afterMs } of events) {
        const minute = (minutes.get(cluster) ?? 0) + Number(isAnew)
        minutes.set(cluster, minute)
        const status = statusOf(says, `2026-11-16T12:${String(minute).padStart(2, '0')}:00Z`)
        all.hear(cluster, status && aFact(status, { name: cluster, uid: cluster }), at)
        at += afterMs
        for (const { facts } of all.takeDue(at)) {
          const group = facts[0].reason
          expect(at - (groups.get(group) ?? -Infinity)).toBeGreaterThanOrEqual(APART_MS)
          groups.set(group, at)
          keys.push(...facts.map(({ key }) => key))
        }
      }
      expect(new Set(keys).size).toBe(keys.length)
    }),
  )
})

function statusOf(says: string, since: string): ClusterFitoutStatus | undefined {
  if (says === 'nothing') return undefined
  if (says === 'ready') return readyStatus(since)
  const { conditions = [] } = heldStatus()
  const shifted = conditions.map(condition => ({ ...condition, lastTransitionTime: since }))
  const reason = says === 'held' ? 'HandOverKeyMissing' : 'ProofFailed'
  return heldStatus({ conditions: shifted, cause: cause && { ...cause, reason } })
}
