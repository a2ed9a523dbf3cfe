import { describe, expect, test } from 'vitest'
import { decide } from './decide.ts'
import { current, decideLater, found, NOON, someFacts, states, withGates } from '#test/domain/sample-facts.ts'

const minutes = (count: number) => NOON + count * 60_000
const unreachable = { kind: 'unread', reason: 'ClusterUnreachable', message: 'No answer' } as const
const open = { cluster: withGates('cni', 'flux') }

describe('When the clock is set back by an hour', () => {
  const broken = found({ proof: { ...current, health: 'InProgress', isStable: false } })
  const proving = someFacts({ ...open, steps: new Map([['cni', broken]]) })

  test('a step is Stuck after one more timeout', () => {
    const setBack = decideLater(proving, { now: minutes(-60) })
    expect(setBack.status.steps?.[0]).toMatchObject({
      state: 'Proving',
      since: '2026-11-16T11:00:00Z',
      openedAt: '2026-11-16T11:00:00Z',
    })
    const later = { ...proving, previous: setBack.status, now: minutes(-49) }
    expect(states(decide(later, 1))[0]).toBe('cni Stuck')
  })

  test('a Ready that cannot be read is Unknown after two minutes', () => {
    const was = someFacts({ ...open, steps: new Map(['cni', 'flux'].map(name => [name, found()])) })
    const first = decideLater(was, { now: minutes(1), view: { ...unreachable, since: minutes(1) } })
    const setBack = {
      ...was,
      now: minutes(-60),
      previous: first.status,
      view: { ...unreachable, since: minutes(-60) },
    }
    const again = decide(setBack, 1)
    const later = { ...setBack, now: minutes(-57), previous: again.status }
    expect([again.status.state, decide(later, 1).status.state]).toEqual(['Ready', 'Unknown'])
  })

  test('a time that is ahead by no more than the clocks of two machines differ stays', () => {
    const again = decideLater(proving, { now: NOON - 4_000 })
    expect(again.status.steps?.[0]).toMatchObject({ openedAt: '2026-11-16T12:00:00Z' })
  })
})
