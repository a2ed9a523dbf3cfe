import { describe, expect, test } from 'vitest'
import { idOf } from './fleet-snapshot.ts'
import { ago, aCluster, aClusterAt, thousandClusters } from '#test/domain/sample-snapshot.ts'
import {
  byUrgency,
  countCauses,
  countStates,
  isUpToSomebody,
  mostUrgent,
  needsAction,
  summaryWords,
} from './sum-fleet.ts'

const { clusters } = thousandClusters()

function held(id: string, message: string, sinceMs = 60_000) {
  const cause = { reason: 'HandOverKeyMissing', message, actor: 'Git' } as const
  return aClusterAt(id, { state: 'Held', step: 'karpenter', stepState: 'Held', sinceMs, cause })
}

describe('A fleet is summed up', () => {
  test('by states, without those that no cluster is in', () => {
    expect(Object.fromEntries(countStates(clusters).map(({ state, count }) => [state, count]))).toEqual({
      Failed: 3,
      Held: 8,
      Unknown: 1,
      FittingOut: 31,
      Ready: 957,
    })
  })

  test('by causes that need action, the one with most clusters first, then by name', () => {
    expect(
      countCauses(clusters).map(({ reason, clusters: of, oldest }) => [reason, of.length, oldest]),
    ).toEqual([
      ['HandOverKeyMissing', 7, ago(41 * 60_000)],
      ['ImagePullFailed', 2, ago(20 * 60_000)],
      ['KubeconfigRefused', 1, ago(6 * 60_000)],
      ['NotExplained', 1, ago(14 * 60_000 + 10_000)],
      ['VersionUnsupported', 1, ago(12 * 60_000)],
    ])
  })

  test('with one cause for clusters that differ in nothing but their names', () => {
    const given = ['blue', 'green'].map(name => held(`prod/${name}`, `Secret "${name}-eks" lacks key "arn"`))
    expect(countCauses(given)).toEqual([
      {
        reason: 'HandOverKeyMissing',
        sentence: 'Secret "<cluster>-eks" lacks key "arn"',
        actor: 'Git',
        state: 'Held',
        clusters: ['prod/blue', 'prod/green'],
        oldest: ago(60_000),
      },
    ])
  })

  test('with two causes for clusters that lack different keys', () => {
    const given = ['arn', 'queue'].map(key => held(`prod/${key}s`, `The Secret lacks key "${key}"`))
    expect(countCauses(given).map(({ sentence }) => sentence)).toEqual([
      'The Secret lacks key "arn"',
      'The Secret lacks key "queue"',
    ])
  })

  test('with the name in the sentence where only one cluster has the cause', () => {
    const [one] = countCauses([held('prod/blue', 'Secret "blue-eks" lacks key "arn"')])
    expect(one?.sentence).toBe('Secret "blue-eks" lacks key "arn"')
  })
})

test('Clusters are ordered by what needs action, then by how long they wait', () => {
  const given = [
    aCluster('a/ready'),
    held('a/late', 'x', 20_000),
    held('a/early', 'x', 90_000),
    aClusterAt('a/failed', { state: 'Failed', step: 'cni', stepState: 'Failed', sinceMs: 1_000 }),
  ]
  expect(byUrgency(given).map(idOf)).toEqual(['a/failed', 'a/early', 'a/late', 'a/ready'])
  // Nobody can do anything about a failure without a cause.
  expect(mostUrgent(given)?.name).toBe('early')
})

test('A cause has the most urgent state of its clusters', () => {
  const cause = { reason: 'ImagePullFailed', message: 'No image', actor: 'Operator' } as const
  const at = { step: 'cni', sinceMs: 1_000, cause } as const
  const given = [
    aClusterAt('a/stuck', { ...at, state: 'Stuck', stepState: 'Stuck' }),
    aClusterAt('a/failed', { ...at, state: 'Failed', stepState: 'Failed' }),
  ]
  expect(countCauses(given).map(({ state, clusters: of }) => [state, of])).toEqual([
    ['Failed', ['a/stuck', 'a/failed']],
  ])
})

test('What ends by itself needs nobody', () => {
  const cause = {
    reason: 'ControlPlaneNotReady',
    message: 'Control plane is not ready',
    actor: 'Nobody',
  } as const
  const quiet = aClusterAt('a/b', { state: 'Held', step: 'api', stepState: 'Held', sinceMs: 1_000, cause })
  expect([needsAction(quiet), needsAction(held('a/b', 'x')), mostUrgent([quiet])]).toEqual([
    false,
    true,
    undefined,
  ])
})

describe('While a cluster is fitted out', () => {
  const cases = [
    { name: 'what only Git can fix needs action', actor: 'Git', want: [true, true] },
    { name: 'what an operator could end may yet end by itself', actor: 'Operator', want: [true, false] },
    { name: 'what ends by itself needs nobody', actor: 'Nobody', want: [false, false] },
  ] as const
  for (const { name, actor, want } of cases) {
    test(name, () => {
      const cause = { reason: 'HandOverValueMalformed', message: 'x', actor }
      const cluster = aClusterAt('a/b', {
        state: 'FittingOut',
        step: 'karpenter',
        stepState: 'Delivering',
        sinceMs: 1_000,
        cause,
      })
      expect([isUpToSomebody(cluster), needsAction(cluster)]).toEqual(want)
    })
  }
})

test('A fleet is summed up in words', () => {
  expect([summaryWords(clusters), summaryWords([aCluster('a/b')])]).toEqual([
    '1000 clusters: 3 Failed, 8 Held, 31 FittingOut, 1 Unknown, 957 Ready',
    '1 cluster: 1 Ready',
  ])
})
