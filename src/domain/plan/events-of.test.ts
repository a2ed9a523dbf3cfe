import { expect, test } from 'vitest'
import type { ClusterFitoutStatus } from '../api/schema/cluster-fitout-schema.ts'
import { eventsOf } from './events-of.ts'

const since = '2026-11-16T12:00:00Z'
const later = '2026-11-16T12:05:00Z'

const cases: readonly {
  name: string
  before: ClusterFitoutStatus | undefined
  after: ClusterFitoutStatus
  want: readonly string[]
}[] = [
  {
    name: 'nothing is told when nothing changed',
    before: { state: 'FittingOut', steps: [{ name: 'cni', state: 'Proving', since }] },
    after: {
      state: 'FittingOut',
      steps: [{ name: 'cni', state: 'Proving', since, message: 'other words' }],
    },
    want: [],
  },
  {
    name: 'an opened gate is reported',
    before: { steps: [{ name: 'cni', state: 'Waiting', since }] },
    after: { steps: [{ name: 'cni', state: 'Delivering', openedAt: later, openedBy: 'Fitout' }] },
    want: ['Normal GateOpened: Opened the gate of step "cni"'],
  },
  {
    name: 'a gate that another client opened is not told as ours',
    before: { steps: [{ name: 'cni', state: 'Waiting', since }] },
    after: { steps: [{ name: 'cni', state: 'Delivering', openedAt: later, openedBy: 'External' }] },
    want: [],
  },
  {
    name: 'a step that is ready, and with it the cluster',
    before: { state: 'FittingOut', steps: [{ name: 'cni', state: 'Proving', since }] },
    after: { state: 'Ready', steps: [{ name: 'cni', state: 'Ready', since: later }] },
    want: ['Normal StepReady: Step "cni" became ready', 'Normal FittedOut: All steps are ready'],
  },
  {
    name: "a hold that ends by itself is nobody's news",
    before: undefined,
    after: { steps: [{ name: 'a', state: 'Held', reason: 'ControlPlaneNotReady', message: 'not yet' }] },
    want: [],
  },
  {
    name: 'what needs a person is a warning, or names the hold',
    before: undefined,
    after: {
      state: 'Failed',
      steps: [
        { name: 'a', state: 'Failed', message: 'Job x failed' },
        { name: 'b', state: 'Stuck', message: 'still 0/1' },
        { name: 'c', state: 'Held', message: 'Secret "s" lacks key "k"' },
      ],
    },
    want: [
      'Warning StepFailed: Step "a" failed: Job x failed',
      'Warning StepStuck: Step "b" exceeded its timeout: still 0/1',
      'Normal StepHeld: Step "c" was held: Secret "s" lacks key "k"',
    ],
  },
]

test.for(cases)('$name', ({ before, after, want }) => {
  expect(eventsOf(before, after).map(({ type, reason, note }) => `${type} ${reason}: ${note}`)).toEqual(want)
})

test('the same change has the same id whenever it is reported, and the next change another one', () => {
  expect(idsOf(since, since)).toEqual(idsOf(since, later))
  expect(idsOf(since, later)).not.toEqual(idsOf(later, later))
})

function idsOf(from: string, at: string): readonly string[] {
  const events = eventsOf(
    { steps: [{ name: 'cni', state: 'Proving', since: from }] },
    { steps: [{ name: 'cni', state: 'Ready', since: at }] },
  )
  return events.map(({ id }) => id)
}
