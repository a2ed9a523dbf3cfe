import { expect, test } from 'vitest'
import type { ClusterFitoutStatus } from '../api/schema/cluster-fitout-schema.ts'
import { isStatusChange } from './is-status-change.ts'

type Step = NonNullable<ClusterFitoutStatus['steps']>[number]

const step: Step = { name: 'cni', state: 'Proving', reason: 'ProofInProgress', message: '1 of 3 pods' }
const status: ClusterFitoutStatus = { state: 'FittingOut', steps: [step] }

const cni = { apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'cni' }

function having(more: Partial<Step>): ClusterFitoutStatus {
  return { ...status, steps: [{ ...step, ...more }] }
}

test.for<[string, ClusterFitoutStatus, boolean]>([
  ['the same', status, false],
  ['other words', having({ message: '2 of 3 pods' }), false],
  [
    'other evidence',
    having({ evidence: [{ cluster: 'Workload', object: cni, health: 'InProgress' }] }),
    false,
  ],
  ['another state', having({ state: 'Ready' }), true],
  ['another reason', having({ reason: 'ProofFailed' }), true],
  ['another time', having({ since: 'now' }), true],
  ['one step more', { ...status, steps: [step, step] }, true],
])('%s', ([, after, want]) => {
  expect(isStatusChange(status, after)).toBe(want)
})

test('what was never said is news', () => {
  expect(isStatusChange(undefined, status)).toBe(true)
})

test('the order of keys is none', () => {
  const { state, ...rest } = status
  expect(isStatusChange({ ...rest, state }, status)).toBe(false)
})
