import { describe, expect, test } from 'vitest'
import { judgeSample, type SampleCase } from '#test/domain/sample-health.ts'

describe('A ReplicaSet', () => {
  const full = { replicas: 2, readyReplicas: 2, availableReplicas: 2, fullyLabeledReplicas: 2 }
  const cases: readonly SampleCase[] = [
    {
      name: 'is current when all replicas are there',
      given: { spec: { replicas: 2 }, status: full },
      want: ['Current', 'ReplicaSet is available. Replicas: 2'],
    },
    {
      name: 'waits for labels',
      given: { spec: { replicas: 3 }, status: full },
      want: ['InProgress', 'LessLabelled', 'Labelled: 2/3'],
    },
    {
      name: 'waits for availability',
      given: { spec: { replicas: 2 }, status: { ...full, availableReplicas: 1 } },
      want: ['InProgress', 'LessAvailable', 'Available: 1/2'],
    },
    {
      name: 'waits for readiness',
      given: { spec: { replicas: 2 }, status: { ...full, readyReplicas: 0 } },
      want: ['InProgress', 'LessReady', 'Ready: 0/2'],
    },
    {
      name: 'waits for pods to go',
      given: { spec: { replicas: 1 }, status: full },
      want: ['InProgress', 'ExtraPods', 'Pending termination: 1'],
    },
    {
      name: 'continues trying when it cannot create pods',
      given: {
        spec: { replicas: 2 },
        status: { ...full, conditions: [{ type: 'ReplicaFailure', status: 'True' }] },
      },
      want: ['InProgress', 'ReplicaFailure', 'Replica Failure condition. Check Pods'],
    },
  ]
  for (const { name, given, want } of cases) {
    test(name, () => expect(judgeSample('apps/v1', 'ReplicaSet', given)).toEqual(want))
  }
})
