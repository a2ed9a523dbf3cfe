import { describe, expect, test } from 'vitest'
import { judgeSample, type SampleCase } from '#test/domain/sample-health.ts'

describe('A Deployment', () => {
  const full = { replicas: 3, updatedReplicas: 3, readyReplicas: 3, availableReplicas: 3 }
  const available = { type: 'Available', status: 'True' }
  const cases: readonly SampleCase[] = [
    {
      name: 'is current when all replicas are there',
      given: { spec: { replicas: 3 }, status: { ...full, conditions: [available] } },
      want: ['Current', 'Deployment is available. Replicas: 3'],
    },
    {
      name: 'wants one replica if it does not say',
      given: {},
      want: ['InProgress', 'LessReplicas', 'Replicas: 0/1'],
    },
    {
      name: 'wants one replica if it says so in letters',
      given: { spec: { replicas: '3' } },
      want: ['InProgress', 'LessReplicas', 'Replicas: 0/1'],
    },
    {
      name: 'waits for updates',
      given: { spec: { replicas: 3 }, status: { ...full, updatedReplicas: 1 } },
      want: ['InProgress', 'LessUpdated', 'Updated: 1/3'],
    },
    {
      name: 'waits for old pods to go',
      given: { spec: { replicas: 3 }, status: { ...full, replicas: 5 } },
      want: ['InProgress', 'ExtraPods', 'Pending termination: 2'],
    },
    {
      name: 'waits for availability',
      given: { spec: { replicas: 3 }, status: { ...full, availableReplicas: 2 } },
      want: ['InProgress', 'LessAvailable', 'Available: 2/3'],
    },
    {
      name: 'waits for readiness',
      given: { spec: { replicas: 3 }, status: { ...full, readyReplicas: 2 } },
      want: ['InProgress', 'LessReady', 'Ready: 2/3'],
    },
    {
      name: 'waits for its ReplicaSet, if it has a deadline',
      given: {
        spec: { replicas: 3, progressDeadlineSeconds: 600 },
        status: { ...full, conditions: [available] },
      },
      want: ['InProgress', 'ReplicaSetNotAvailable', 'ReplicaSet not Available'],
    },
    {
      name: 'is current once its ReplicaSet is available',
      given: {
        spec: { replicas: 3, progressDeadlineSeconds: 600 },
        status: {
          ...full,
          conditions: [{ type: 'Progressing', status: 'True', reason: 'NewReplicaSetAvailable' }, available],
        },
      },
      want: ['Current', 'Deployment is available. Replicas: 3'],
    },
    {
      name: 'waits until it says that it is available',
      given: { spec: { replicas: 3 }, status: full },
      want: ['InProgress', 'DeploymentNotAvailable', 'Deployment not Available'],
    },
    {
      name: 'has failed when its deadline has passed, whatever it counts',
      given: {
        spec: { replicas: 3 },
        status: {
          ...full,
          conditions: [
            available,
            { type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded' },
          ],
        },
      },
      want: ['Failed', 'ProgressDeadlineExceeded', 'Progress deadline exceeded'],
    },
    {
      name: 'may want nothing',
      given: { spec: { replicas: 0 }, status: { conditions: [available] } },
      want: ['Current', 'Deployment is available. Replicas: 0'],
    },
  ]
  for (const { name, given, want } of cases) {
    test(name, () => expect(judgeSample('apps/v1', 'Deployment', given)).toEqual(want))
  }
})
