import { expect, test } from 'vitest'
import { type FitoutFacts, fitoutStatus } from './fitout-status.ts'
import { NOON } from '#test/domain/sample-facts.ts'

const facts: FitoutFacts = {
  now: NOON,
  generation: 3,
  previous: undefined,
  problem: undefined,
  states: [],
  taken: [],
}

const cases: readonly { name: string; given: Partial<FitoutFacts>; want: readonly string[] }[] = [
  {
    name: 'a Fitout without clusters has nothing to do',
    given: {},
    want: ['Ready True NoClusters: No cluster is selected'],
  },
  {
    name: 'all clusters are ready',
    given: { states: ['Ready', 'Ready'] },
    want: ['Ready True Ready: All 2 clusters are ready'],
  },
  {
    name: 'one is on its way, and one has just begun',
    given: { states: ['Ready', 'FittingOut', undefined] },
    want: [
      'Ready False ClustersNotReady: 1 of 3 clusters are ready',
      'Reconciling True ClustersNotReady: 1 of 3 clusters are ready',
    ],
  },
  {
    name: 'one waits for a person, so nothing goes on',
    given: { states: ['Ready', 'Held'] },
    want: ['Ready False ClustersNotReady: 1 of 2 clusters are ready'],
  },
  {
    name: 'what is wrong with the plan goes before all else',
    given: { problem: 'spec.steps: a cycle', taken: ['blue'] },
    want: [
      'Ready False FitoutInvalid: spec.steps: a cycle',
      'Stalled True FitoutInvalid: spec.steps: a cycle',
    ],
  },
  {
    name: 'clusters of older Fitouts are named, three of many',
    given: { taken: ['d', 'c', 'b', 'a'] },
    want: [
      'Ready False FitoutConflict: Older Fitouts already select clusters "a", "b", "c" and 1 more',
      'Stalled True FitoutConflict: Older Fitouts already select clusters "a", "b", "c" and 1 more',
    ],
  },
]

test.for(cases)('$name', ({ given, want }) => {
  const { conditions = [] } = fitoutStatus({ ...facts, ...given })
  expect(
    conditions.map(({ type, status, reason, message }) => `${type} ${status} ${reason}: ${message}`),
  ).toEqual(want)
})

test('each cluster is counted once', () => {
  const states = [
    'Ready',
    'FittingOut',
    undefined,
    'Held',
    'Stuck',
    'Failed',
    'Unknown',
    'Paused',
    'Deleting',
  ] as const
  expect(fitoutStatus({ ...facts, states }).clusters).toEqual({
    total: 9,
    ready: 1,
    fittingOut: 2,
    held: 1,
    stuck: 1,
    failed: 1,
    unknown: 1,
    paused: 1,
    deleting: 1,
  })
})

test('a condition keeps its time as long as its status is the same', () => {
  const previous = fitoutStatus({ ...facts, states: ['Ready', 'Held'] })
  const later = { ...facts, now: NOON + 60_000, previous }
  expect(fitoutStatus({ ...later, states: ['Held', 'Held'] }).conditions?.[0]?.lastTransitionTime).toBe(
    '2026-11-16T12:00:00Z',
  )
  expect(fitoutStatus({ ...later, states: ['Ready'] }).conditions?.[0]?.lastTransitionTime).toBe(
    '2026-11-16T12:01:00Z',
  )
})
