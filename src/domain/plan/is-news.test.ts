import { expect, test } from 'vitest'
import type { ClusterFitoutStatus } from '../api/schema/cluster-fitout-schema.ts'
import { isNews } from './is-news.ts'

const step = {
  name: 'cni',
  state: 'Proving',
  reason: 'ProofInProgress',
  message: '1 of 3 pods',
  since: 'then',
}
const status = { state: 'Fitting out', steps: [step] } as unknown as ClusterFitoutStatus

function having(more: object): ClusterFitoutStatus {
  return { ...status, steps: [{ ...step, ...more }] } as unknown as ClusterFitoutStatus
}

test.for<[string, ClusterFitoutStatus, boolean]>([
  ['the same', status, false],
  ['other words', having({ message: '2 of 3 pods' }), false],
  ['other evidence', having({ evidence: [{ object: 'DaemonSet', health: 'InProgress' }] }), false],
  ['another state', having({ state: 'Ready' }), true],
  ['another reason', having({ reason: 'ProofFailed' }), true],
  ['another time', having({ since: 'now' }), true],
  ['one step more', { ...status, steps: [...(status.steps ?? []), step] } as ClusterFitoutStatus, true],
])('%s', ([, after, want]) => {
  expect(isNews(status, after)).toBe(want)
})

test('what was never said is news', () => {
  expect(isNews(undefined, status)).toBe(true)
})

test('the order of keys is none', () => {
  const { state, ...rest } = status
  expect(isNews({ ...rest, state }, status)).toBe(false)
})
