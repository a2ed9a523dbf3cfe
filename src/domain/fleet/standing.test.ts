import { describe, expect, test } from 'vitest'
import type { FleetCluster } from './fleet-snapshot.ts'
import { aCluster, aClusterAt, aFleet } from '#test/domain/sample-snapshot.ts'
import { standing } from './standing.ts'

const at = { step: 'karpenter', sinceMs: 130_000 } as const

const cases: readonly { name: string; given: FleetCluster; want: string }[] = [
  {
    name: 'says for how long it is held',
    given: aClusterAt('a/b', { ...at, state: 'Held', stepState: 'Held' }),
    want: 'a/b is Held at step 5 of 7, karpenter, for 2m10s',
  },
  {
    name: 'says what the step of one that is fitted out does',
    given: aClusterAt('a/b', { ...at, state: 'FittingOut', stepState: 'Proving' }),
    want: 'a/b is Proving at step 5 of 7, karpenter, for 2m10s',
  },
  {
    name: 'says how long a step had that is over its time',
    given: aClusterAt('a/b', { ...at, state: 'Stuck', stepState: 'Stuck', sinceMs: 1_500_000 }),
    want: 'a/b is Stuck at step 5 of 7, karpenter, for 25m (timeout 20m); still watched',
  },
  { name: 'needs no step once all are ready', given: aCluster('a/b'), want: 'a/b is Ready' },
  {
    name: 'keeps the word of a cluster that cannot be seen',
    given: aCluster('a/b', { state: 'Unknown' }),
    want: 'a/b is Unknown',
  },
  {
    name: 'has no step of a cluster that the controller has not seen',
    given: aCluster('a/b', { state: 'FittingOut' }),
    want: 'a/b has no step yet',
  },
]

describe('Where a cluster stands', () => {
  test.for(cases)('$name', ({ given, want }) => {
    expect(standing(given, aFleet([given]))).toBe(want)
  })
})
