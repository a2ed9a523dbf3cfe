import { describe, expect, test } from 'vitest'
import type { FleetCluster } from './fleet-snapshot.ts'
import { aCluster, aClusterAt } from '#test/domain/sample-snapshot.ts'
import {
  goalWords,
  hasFailed,
  isReached,
  reachedWords,
  readGoal,
  type WaitGoal,
  whyNot,
} from './wait-goal.ts'

const cause = {
  reason: 'ProofFailed',
  message: 'DaemonSet kube-system/cilium failed',
  actor: 'Operator',
} as const
const failed = aClusterAt('a/b', { state: 'Failed', step: 'cni', stepState: 'Failed', sinceMs: 1, cause })
const lost = aCluster('a/b', {
  state: 'Unknown',
  cause: { reason: 'ClusterUnreachable', message: 'API server cannot be reached' },
})
const ready: WaitGoal = { kind: 'ready' }
const step = (name: string): WaitGoal => ({ kind: 'step', step: name })

test('What is waited for is one of three, and nothing else', () => {
  expect(['ready', 'gone', 'step=flux', 'step=', 'Ready', 'step=a b'].map(readGoal)).toEqual([
    { kind: 'ready' },
    { kind: 'gone' },
    { kind: 'step', step: 'flux' },
    undefined,
    undefined,
    undefined,
  ])
})

describe('Waiting', () => {
  const cases: readonly { name: string; goal: WaitGoal; given: FleetCluster | undefined; want: string }[] = [
    {
      name: 'ends with a ready cluster',
      goal: ready,
      given: aCluster('a/b'),
      want: 'a/b is Ready after 8m02s',
    },
    {
      name: 'ends with a cluster that is gone',
      goal: { kind: 'gone' },
      given: undefined,
      want: 'a/b is gone',
    },
    {
      name: 'ends with a ready step',
      goal: step('api'),
      given: failed,
      want: 'a/b is Ready at step api after 1m',
    },
    {
      name: 'continues for a cluster that does not exist yet',
      goal: ready,
      given: undefined,
      want: 'not Ready: there is no such cluster that you are allowed to read',
    },
    {
      name: 'continues for a step that is not ready',
      goal: step('cni'),
      given: failed,
      want: 'not Ready at step cni: step cni is Failed: DaemonSet kube-system/cilium failed, and fails',
    },
    {
      name: 'continues for a step behind one that failed',
      goal: step('flux'),
      given: failed,
      want: 'not Ready at step flux: step flux is Waiting',
    },
    {
      name: 'continues for a step that there is not',
      goal: step('x'),
      given: failed,
      want: 'not Ready at step x: it has no step x',
    },
    {
      name: 'does not believe the last word about a cluster that cannot be read',
      goal: step('api'),
      given: lost,
      want: 'not Ready at step api: API server cannot be reached',
    },
    {
      name: 'continues for a cluster that is still there',
      goal: { kind: 'gone' },
      given: failed,
      want: 'not gone: it is Failed',
    },
    {
      name: 'fails with the cluster',
      goal: ready,
      given: failed,
      want: 'not Ready: step cni is Failed: DaemonSet kube-system/cilium failed, and fails',
    },
  ]
  test.for(cases)('$name', ({ goal, given, want }) => {
    const late = `not ${goalWords(goal)}: ${whyNot(goal, given)}${hasFailed(goal, given) ? ', and fails' : ''}`
    expect(isReached(goal, given) ? reachedWords(goal, 'a/b', given) : late).toBe(want)
  })
})
