import { describe, expect, test } from 'vitest'
import { evaluatePodControllerHealth } from './pod-controller-health.ts'
import { anObject } from './sample-objects.ts'

const circumstances = { now: Date.UTC(2026, 0, 1), reader: 'flux' } as const
const waiting = anObject('apps/v1', 'StatefulSet', { spec: { replicas: 2 } })
const complete = anObject('apps/v1', 'StatefulSet', { spec: { replicas: 0 } })
const crashing = aPod('Running', {
  containerStatuses: [{ name: 'app', state: { waiting: { reason: 'CrashLoopBackOff' } } }],
})
const unschedulable = aPod('Pending', {
  conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable' }],
})

describe('A StatefulSet with its pods', () => {
  const cases = [
    {
      name: 'is what it says, while its pods are fine',
      controller: waiting,
      pods: [aPod('Pending')],
      want: 'Replicas: 0/2',
    },
    {
      name: 'has failed when a pod of it has',
      controller: waiting,
      pods: [crashing, aPod('Running'), crashing],
      want: '2 pods have failed',
    },
    {
      name: 'does not fail for want of a node',
      controller: waiting,
      pods: [unschedulable],
      want: 'Replicas: 0/2',
    },
    {
      name: 'does not fail when it is complete',
      controller: complete,
      pods: [crashing],
      want: 'All replicas scheduled as expected. Replicas: 0',
    },
    {
      name: 'does not fail for pods that cannot be read',
      controller: waiting,
      pods: ['a', null, aPod('Odd')],
      want: 'Replicas: 0/2',
    },
  ]
  for (const { name, controller, pods, want } of cases) {
    test(name, () =>
      expect(evaluatePodControllerHealth({ controller, pods }, circumstances).message).toBe(want),
    )
  }
})

function aPod(phase: string, status: object = {}): object {
  return anObject('v1', 'Pod', { status: { phase, ...status } })
}
