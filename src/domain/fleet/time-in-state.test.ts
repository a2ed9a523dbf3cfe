import { describe, expect, test } from 'vitest'
import { ago, aCluster, aClusterAt, aFleet } from '#test/domain/sample-snapshot.ts'
import { fittedOutMs, stepTimeWords, timeWords, tookMs } from './time-in-state.ts'

describe('The time in a state', () => {
  const at = { step: 'karpenter', sinceMs: 130_000 } as const
  const cases = [
    {
      name: 'has a limit for a step that runs',
      given: aClusterAt('a/b', { ...at, state: 'FittingOut', stepState: 'Proving' }),
      want: '2m10s / 20m',
    },
    {
      name: 'has its limit when that is over, too',
      given: aClusterAt('a/b', { ...at, state: 'Stuck', stepState: 'Stuck', sinceMs: 1_500_000 }),
      want: '25m / 20m',
    },
    {
      name: 'has no limit for a hold',
      given: aClusterAt('a/b', { ...at, state: 'Held', stepState: 'Held' }),
      want: '2m10s',
    },
    { name: 'has no limit for a ready cluster', given: aCluster('a/b'), want: '1h' },
    {
      name: 'has none if nobody knows the plan',
      given: aClusterAt('a/b', { ...at, state: 'FittingOut', stepState: 'Proving' }),
      plans: [],
      want: '2m10s',
    },
    {
      name: 'is a dash if nobody knows',
      given: { ...aClusterAt('a/b', { ...at, state: 'Unknown', stepState: 'Held' }), since: '' },
      want: '-',
    },
  ]
  test.for(cases)('$name', ({ given, plans, want }) => {
    expect(timeWords(given, aFleet([given], plans ? { fitouts: plans } : {}))).toBe(want)
  })

  const regressed = [
    {
      name: 'counts again for a step that was ready before',
      state: 'FittingOut',
      stepState: 'Proving',
      want: '2m10s / 20m',
    },
    { name: 'has no limit for one that is stuck since', state: 'Stuck', stepState: 'Stuck', want: '2m10s' },
  ] as const
  test.for(regressed)('$name', ({ state, stepState, want }) => {
    const given = aClusterAt('a/b', { ...at, state, stepState })
    const steps = given.steps.map(step =>
      step.name === 'karpenter' ? { ...step, openedAt: ago(9_000_000), readyAt: ago(8_000_000) } : step,
    )
    expect(timeWords({ ...given, steps }, aFleet([given]))).toBe(want)
  })
})

test('A cluster is fitted out from the beginning to its last step', () => {
  const unfinished = aClusterAt('a/b', { state: 'Held', step: 'nodes', stepState: 'Held', sinceMs: 1 })
  const unbegun = aCluster('a/b', { startedAt: '' })
  expect([aCluster('a/b'), unfinished, unbegun].map(fittedOutMs)).toEqual([
    8 * 60_000 + 2_000,
    undefined,
    undefined,
  ])
})

test('The time in a step is told for each step, not only for the one in front', () => {
  const cluster = aClusterAt('a/b', { state: 'Held', step: 'nodes', stepState: 'Held', sinceMs: 60_000 })
  const fleet = aFleet([cluster])
  const running = { name: 'karpenter', state: 'Proving', openedAt: ago(130_000), since: ago(1) } as const
  const held = { name: 'karpenter', state: 'Held', since: ago(90_000) } as const
  expect([running, held].map(step => stepTimeWords(step, cluster, fleet))).toEqual(['2m10s / 20m', '1m30s'])
  expect([running, ...cluster.steps.slice(0, 1)].map(tookMs)).toEqual([undefined, 60_000])
})
