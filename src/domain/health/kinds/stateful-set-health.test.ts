import { describe, expect, test } from 'vitest'
import { judgeSample, type SampleCase } from '#test/domain/sample-health.ts'

describe('A StatefulSet', () => {
  const full = {
    replicas: 4,
    readyReplicas: 4,
    currentReplicas: 4,
    currentRevision: 'a',
    updateRevision: 'a',
  }
  const partition = { updateStrategy: { rollingUpdate: { partition: 3 } } }
  const cases: readonly SampleCase[] = [
    {
      name: 'is current when all replicas are there',
      given: { spec: { replicas: 4 }, status: full },
      want: ['Current', 'All replicas scheduled as expected. Replicas: 4'],
    },
    {
      name: 'waits for replicas',
      given: { spec: { replicas: 5 }, status: full },
      want: ['InProgress', 'LessReplicas', 'Replicas: 4/5'],
    },
    {
      name: 'waits for readiness',
      given: { spec: { replicas: 4 }, status: { ...full, readyReplicas: 3 } },
      want: ['InProgress', 'LessReady', 'Ready: 3/4'],
    },
    {
      name: 'waits for pods to go',
      given: { spec: { replicas: 3 }, status: full },
      want: ['InProgress', 'ExtraPods', 'Pending termination: 1'],
    },
    {
      name: 'waits for the current revision',
      given: { spec: { replicas: 4 }, status: { ...full, currentReplicas: 2 } },
      want: ['InProgress', 'LessCurrent', 'current: 2/4'],
    },
    {
      name: 'waits for one revision',
      given: { spec: { replicas: 4 }, status: { ...full, updateRevision: 'b' } },
      want: ['InProgress', 'RevisionMismatch', 'Waiting for updated revision to match current'],
    },
    {
      name: 'waits for the updates above its partition',
      given: { spec: { replicas: 4, ...partition }, status: full },
      want: ['InProgress', 'PartitionRollout', 'updated: 0/1'],
    },
    {
      name: 'is current when they are done',
      given: { spec: { replicas: 4, ...partition }, status: { ...full, updatedReplicas: 1 } },
      want: ['Current', 'Partition rollout complete. updated: 1'],
    },
    {
      name: 'is current when it is updated by hand',
      given: { spec: { replicas: 9, updateStrategy: { type: 'OnDelete' } } },
      want: ['Current', 'StatefulSet is using the ondelete update strategy'],
    },
    {
      name: 'can count far',
      given: { spec: { replicas: 1 }, status: { ...full, replicas: 2n ** 62n } },
      want: ['InProgress', 'ExtraPods', 'Pending termination: 4611686018427387903'],
    },
  ]
  for (const { name, given, want } of cases) {
    test(name, () => expect(judgeSample('apps/v1', 'StatefulSet', given)).toEqual(want))
  }
})
