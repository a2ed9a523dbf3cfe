import { describe, expect, test } from 'vitest'
import { decide } from './decide.ts'
import { hold } from './holds.ts'
import {
  aPlan,
  current,
  decideLater,
  found,
  gated,
  someFacts,
  states,
  withGates,
} from '#test/domain/sample-facts.ts'

const plan = aPlan([gated('cni')])
const unstable = found({ proof: { ...current, isStable: false } })
const stepOf = ({ status }: ReturnType<typeof decide>) => status.steps?.[0]

describe('A gate that opens', () => {
  test('is told with the same decision that opens it', () => {
    expect(stepOf(decide(someFacts({ fitout: plan }), 1))).toEqual({
      name: 'cni',
      state: 'Delivering',
      reason: 'NotApplied',
      message: 'Gate was opened',
      since: '2026-11-16T12:00:00Z',
      openedAt: '2026-11-16T12:00:00Z',
      openedBy: 'Fitout',
    })
  })

  test('keeps the time at which it did', () => {
    const first = someFacts({ fitout: plan })
    const later = decideLater(first, {
      now: first.now + 5000,
      cluster: withGates('cni'),
      steps: new Map([['cni', found()]]),
    })
    expect(stepOf(later)).toMatchObject({ openedAt: '2026-11-16T12:00:00Z', readyAt: '2026-11-16T12:00:05Z' })
  })

  test('stays shut when the API server refuses its label, and the status says why', () => {
    const gateHold = hold('GateRefused', 'API server rejects the label of the gate: not on a Monday')
    const decision = decide(someFacts({ fitout: plan, gateHold }), 1)
    expect(decision.opening).toEqual([])
    expect(stepOf(decision)).toMatchObject({
      state: 'Held',
      reason: 'GateRefused',
      message: 'API server rejects the label of the gate: not on a Monday',
    })
    expect(stepOf(decision)).not.toHaveProperty('openedAt')
  })
})

describe('Behind an open gate', () => {
  test('a value that is not where it shall be makes the step unready', () => {
    const lacking = hold('HandOverKeyMissing', 'Secret "s" lacks key "k"')
    const decision = decide(
      someFacts({
        fitout: plan,
        cluster: withGates('cni'),
        steps: new Map([['cni', found({ handOver: [lacking] })]]),
      }),
      1,
    )
    expect(states(decision)).toEqual(['cni Delivering'])
    expect(decision.status.cause).toMatchObject({ reason: 'HandOverKeyMissing', actor: 'Git' })
  })

  test('a step that was ready stays so while its proof holds, whoever saw it first', () => {
    const ready = someFacts({ fitout: plan, cluster: withGates('cni'), steps: new Map([['cni', found()]]) })
    expect(states(decideLater(ready, { steps: new Map([['cni', unstable]]) }))).toEqual(['cni Ready'])
  })

  test('a step that was not ready must prove itself for as long as it asks', () => {
    const broken = found({ proof: { ...current, health: 'InProgress' } })
    const before = someFacts({ fitout: plan, cluster: withGates('cni'), steps: new Map([['cni', broken]]) })
    expect(states(decideLater(before, { steps: new Map([['cni', unstable]]) }))).toEqual(['cni Proving'])
  })

  test('what could not be read keeps its last word for two minutes, and then nothing is known', () => {
    const ready = someFacts({ fitout: plan, cluster: withGates('cni'), steps: new Map([['cni', found()]]) })
    const unread = found({
      unread: { message: 'API server does not respond in time', readError: 'TimedOut' },
    })
    const steps = new Map([['cni', unread]])
    const first = decideLater(ready, { now: ready.now + 30_000, steps })
    expect(first.status).toMatchObject({ state: 'Ready', steps: [{ unreadSince: '2026-11-16T12:00:30Z' }] })
    const last = decide({ ...ready, now: ready.now + 200_000, steps, previous: first.status }, 1)
    expect(last.status).toMatchObject({
      state: 'Unknown',
      cause: {
        reason: 'ProofNotRead',
        message: 'API server does not respond in time',
        readError: 'TimedOut',
        step: 'cni',
      },
    })
  })
})
