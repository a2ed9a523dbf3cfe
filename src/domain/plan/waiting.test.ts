import { describe, expect, test } from 'vitest'
import { aStep } from '#test/domain/sample-fitout.ts'
import { decide, stepsToAsk } from './decide.ts'
import { hold } from './holds.ts'
import {
  aPlan,
  decideLater,
  found,
  gated,
  inProgress,
  noAnswer,
  NOON,
  someFacts,
  states,
  withGates,
} from '#test/domain/sample-facts.ts'

const minutes = (count: number) => NOON + count * 60_000
const ready = found()
const unproven = (brokenForMs: number) => found({ proof: { ...inProgress, brokenForMs } })
const broken = (brokenForMs: number) => new Map([['cni', unproven(brokenForMs)]])

describe('A step without a gate', () => {
  const plan = aPlan([
    gated('cni'),
    aStep('agent', { dependsOn: ['cni'] }),
    aStep('app', { dependsOn: ['agent'] }),
  ])
  const all = someFacts({
    fitout: plan,
    cluster: withGates('cni'),
    steps: new Map(['cni', 'agent', 'app'].map(name => [name, ready])),
  })

  test('waits for the steps that it depends on, as one with a gate does', () => {
    const steps = new Map([['agent', found()]])
    expect(states(decide(someFacts({ fitout: plan, steps }), 1))).toEqual([
      'cni Delivering',
      'agent Waiting',
      'app Waiting',
    ])
  })

  test('stays Ready, and so does the cluster, while one that it needs is not proven for a moment', () => {
    const steps = new Map([...all.steps, ['agent', unproven(60_000)]])
    const moment = decideLater(all, { now: minutes(1), steps })
    expect(states(moment)).toEqual(['cni Ready', 'agent Ready', 'app Ready'])
    expect(moment.status).toMatchObject({ state: 'Ready' })
    expect(moment.status.cause).toBeUndefined()
  })

  test('stays Ready while one that it needs cannot be read for a moment', () => {
    const steps = new Map([...all.steps, ['agent', found({ unread: noAnswer })]])
    const moment = decideLater(all, { now: minutes(1), steps })
    expect(states(moment)).toEqual(['cni Ready', 'agent Ready', 'app Ready'])
  })

  test('is judged by its own proof when one that it needs is not ready any more', () => {
    const steps = new Map([...all.steps, ['agent', unproven(121_000)]])
    expect(states(decideLater(all, { now: minutes(3), steps }))).toEqual([
      'cni Ready',
      'agent Proving',
      'app Ready',
    ])
  })

  test('is asked about as long as it has begun', () => {
    const later = { ...all, previous: decide(all, 1).status, steps: new Map([['agent', unproven(60_000)]]) }
    expect(stepsToAsk(later).map(({ name }) => name)).toEqual(['cni', 'agent', 'app'])
  })
})

describe('A step that has not begun', () => {
  const was = someFacts({ cluster: withGates('cni'), steps: new Map([['cni', ready]]) })
  const held = { ...ready, handOver: [hold('HandOverKeyMissing', 'Secret "x" lacks key "y"')] }

  test('says that what it waits for is not proven, and that step says so at once', () => {
    const first = decide(was, 1).status
    // Its gate was not written in time.
    const previous = { ...first, steps: first.steps?.filter(({ name }) => name !== 'flux') ?? [] }
    const { status, opening } = decide({ ...was, previous, now: NOON + 1000, steps: broken(1000) }, 1)
    expect(opening).toEqual([])
    expect(status.state).toBe('FittingOut')
    expect(status.steps).toMatchObject([
      { name: 'cni', state: 'Ready', unprovenSince: '2026-11-16T12:00:00Z' },
      { name: 'flux', state: 'Waiting', message: 'Waits for "cni", whose proof does not hold now' },
    ])
  })

  test('says what holds it all the same, so that nobody is told twice', () => {
    const steps = new Map([...was.steps, ['flux', held]])
    const first = { ...was, steps }
    const moment = decideLater(first, { now: minutes(1), steps: new Map([...steps, ...broken(60_000)]) })
    expect(moment.status.steps?.[1]).toEqual(decide(first, 1).status.steps?.[1])
    expect(moment.status).toMatchObject({ state: 'Held', cause: { reason: 'HandOverKeyMissing' } })
  })

  test('is asked about while what it needs is Ready, proven or not', () => {
    const later = { ...was, previous: decide(was, 1).status, steps: broken(60_000) }
    expect(stepsToAsk(later).map(({ name }) => name)).toEqual(['cni', 'flux'])
  })
})
