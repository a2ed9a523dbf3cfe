import { expect, test } from 'vitest'
import { causeAges, measureCauses, measureStates } from './count-clusters.ts'
import type { MeasuredCluster } from './measured-clusters.ts'

const NOW = Date.UTC(2026, 10, 16, 12)
const labels = { fitout: 'a/eks', state: 'Held', step: 'cni', reason: 'VersionUnsupported', actor: 'Git' }

function held(cause: Partial<NonNullable<MeasuredCluster['cause']>> = {}, fitout = 'a/eks'): MeasuredCluster {
  const usual = { reason: 'VersionUnsupported', message: 'Too old', step: 'cni', actor: 'Git' } as const
  return { key: 'a/b', fitout, state: 'Held', cause: { ...usual, ...cause } }
}

test('clusters with the same cause are one series, and the oldest of them gives its age', () => {
  const clusters = [
    held({ since: '2026-11-16T11:59:00Z' }),
    held({ since: '2026-11-16T11:50:00Z', message: 'Older still' }),
    held({}, 'a/other'),
  ]
  const other = { ...labels, fitout: 'a/other' }
  expect(measureCauses(clusters)).toEqual([
    { labels, value: 2 },
    { labels: other, value: 1 },
  ])
  expect(causeAges(clusters, NOW)).toEqual([
    { labels, value: 600 },
    { labels: other, value: 0 },
  ])
})

test('a time in the future, as another clock may give it, is no negative age', () => {
  expect(causeAges([held({ since: '2026-11-16T12:00:09Z' })], NOW)).toEqual([{ labels, value: 0 }])
})

test('a reason that a user made up is not a series of its own', () => {
  expect(measureCauses([held({ reason: 'my-cluster-is-blue' }), held({ reason: 'toString' })])).toEqual([
    { labels: { ...labels, reason: 'NotExplained' }, value: 2 },
  ])
})

test('a Fitout without clusters has all states, each with none', () => {
  const counted = measureStates(['a/eks'], [held({}, 'a/other')])
  expect(counted.map(({ value }) => value)).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
  expect(counted[0]).toEqual({ labels: { fitout: 'a/eks', state: 'Deleting' }, value: 0 })
})
