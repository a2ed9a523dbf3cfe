import { describe, expect, test } from 'vitest'
import type { ProvenObject } from '../presets/preset.ts'
import type { QueryAnswer } from '../read/query.ts'
import { aDeployment, asked, aThing, found, judgeOne, thing } from '#test/domain/sample-proof.ts'

describe('A proof of one object', () => {
  interface Case {
    readonly name: string
    readonly object?: ProvenObject
    readonly answer: QueryAnswer
    readonly want: readonly [verdict: string, health: string, message: string, sentence: string]
  }
  const ref = 'Deployment flux-system/helm-controller'
  const cases: readonly Case[] = [
    {
      name: 'holds when the object is Current, though a list does not say its kind',
      answer: found(aDeployment('other', { spec: { replicas: 9 } }), aDeployment()),
      want: ['Current', 'Current', 'Deployment is available. Replicas: 1', `${ref} is Current`],
    },
    {
      name: 'names the replicas that are not available',
      answer: found(aDeployment('helm-controller', { status: { availableReplicas: 0, readyReplicas: 0 } })),
      want: ['InProgress', 'InProgress', 'Available: 0/1', `${ref} is not available (0/1 replicas)`],
    },
    {
      name: 'counts pods of a DaemonSet as pods',
      object: asked({ kind: 'DaemonSet' }),
      answer: found(
        aDeployment('helm-controller', {
          status: {
            desiredNumberScheduled: 3,
            currentNumberScheduled: 3,
            updatedNumberScheduled: 3,
            numberAvailable: 1,
          },
        }),
      ),
      want: [
        'InProgress',
        'InProgress',
        'Available: 1/3',
        'DaemonSet flux-system/helm-controller is not available (1/3 pods)',
      ],
    },
    {
      name: 'does not believe a status of an older spec',
      answer: found(aDeployment('helm-controller', { metadata: { generation: 2 } })),
      want: [
        'InProgress',
        'InProgress',
        'Deployment generation is 2, but latest observed generation is 1',
        `${ref}: Deployment generation is 2, but latest observed generation is 1`,
      ],
    },
    {
      name: 'does not hold by an object that is going',
      answer: found(
        aDeployment('helm-controller', { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } }),
      ),
      want: ['InProgress', 'Terminating', 'Resource scheduled for deletion', `${ref} is being deleted`],
    },
    {
      name: 'does not hold by a Job that is going, though Flux would wait no longer',
      object: asked({ apiVersion: 'batch/v1', kind: 'Job' }),
      answer: found(
        aDeployment('helm-controller', {
          metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' },
          status: { conditions: [{ type: 'Complete', status: 'True' }] },
        }),
      ),
      want: [
        'InProgress',
        'Terminating',
        'Resource scheduled for deletion',
        'Job flux-system/helm-controller is being deleted',
      ],
    },
    {
      name: 'does not hold by a Deployment that wants no replicas',
      answer: found(
        aDeployment('helm-controller', {
          spec: { replicas: 0 },
          status: { replicas: 0, updatedReplicas: 0, readyReplicas: 0, availableReplicas: 0 },
        }),
      ),
      want: [
        'InProgress',
        'InProgress',
        '0 replicas are desired, so nothing is proven',
        `${ref}: 0 replicas are desired, so nothing is proven`,
      ],
    },
    {
      name: 'does not hold by a DaemonSet without a node',
      object: asked({ kind: 'DaemonSet' }),
      answer: found(aDeployment('helm-controller', { status: { desiredNumberScheduled: 0 } })),
      want: [
        'InProgress',
        'InProgress',
        'No node matches it, so nothing is proven',
        'DaemonSet flux-system/helm-controller: No node matches it, so nothing is proven',
      ],
    },
    {
      name: 'does not hold by a suspended Job',
      object: asked({ apiVersion: 'batch/v1', kind: 'Job' }),
      answer: found(aDeployment('helm-controller', { spec: { suspend: true } })),
      want: [
        'InProgress',
        'InProgress',
        'It is suspended, so nothing is proven',
        'Job flux-system/helm-controller: It is suspended, so nothing is proven',
      ],
    },
    {
      name: 'does not hold by an object of Flux that was suspended before anybody worked on it',
      object: asked({ apiVersion: 'helm.toolkit.fluxcd.io/v2', kind: 'HelmRelease' }),
      answer: found(aDeployment('helm-controller', { spec: { suspend: true }, status: { conditions: [] } })),
      want: [
        'InProgress',
        'InProgress',
        'Flux has not reported readiness, so nothing is proven',
        'HelmRelease flux-system/helm-controller: Flux has not reported readiness, so nothing is proven',
      ],
    },
    {
      name: 'holds by an object of Flux that is ready',
      object: asked({ apiVersion: 'helm.toolkit.fluxcd.io/v2', kind: 'HelmRelease' }),
      answer: found(
        aDeployment('helm-controller', { status: { conditions: [{ type: 'Ready', status: 'True' }] } }),
      ),
      want: ['Current', 'Current', 'Resource is Ready', 'HelmRelease flux-system/helm-controller is Current'],
    },
    {
      name: 'fails by a pod that ended badly, though for kstatus it is done',
      object: asked({ apiVersion: 'v1', kind: 'Pod' }),
      answer: found(aDeployment('helm-controller', { status: { phase: 'Failed' } })),
      want: [
        'Failed',
        'Failed',
        'Pod has completed, but not successfully',
        'Pod flux-system/helm-controller has failed: Pod has completed, but not successfully',
      ],
    },
    {
      name: 'waits for the node of a pod without a look at the clock of another cluster',
      object: asked({ apiVersion: 'v1', kind: 'Pod' }),
      answer: found(
        aDeployment('helm-controller', {
          metadata: { creationTimestamp: '1970-01-01T00:00:00Z' },
          status: {
            phase: 'Pending',
            conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable' }],
          },
        }),
      ),
      want: [
        'InProgress',
        'InProgress',
        'Pod has not been scheduled',
        'Pod flux-system/helm-controller: Pod has not been scheduled',
      ],
    },
    {
      name: 'holds by a repository that no controller works on',
      object: asked({ apiVersion: 'source.toolkit.fluxcd.io/v1', kind: 'HelmRepository' }),
      answer: found(
        aDeployment('helm-controller', { spec: { type: 'oci' }, status: { observedGeneration: -1 } }),
      ),
      want: [
        'Current',
        'Current',
        'A HelmRepository of type oci has no state',
        'HelmRepository flux-system/helm-controller is Current',
      ],
    },
    {
      name: 'fails when the object says so',
      object: thing,
      answer: aThing({ status: { conditions: [{ type: 'Stalled', status: 'True', message: 'No way' }] } }),
      want: ['Failed', 'Failed', 'No way', 'Thing x has failed: No way'],
    },
    {
      name: 'waits for what does not exist',
      answer: found(aDeployment('other')),
      want: ['InProgress', 'NotFound', 'Not found', `${ref} does not exist`],
    },
    {
      name: 'does not take an object of another namespace for it',
      answer: found(aDeployment('helm-controller', { metadata: { namespace: 'other' } })),
      want: ['InProgress', 'NotFound', 'Not found', `${ref} does not exist`],
    },
    {
      name: 'waits for a kind that is not served',
      object: thing,
      answer: { kind: 'not-served' },
      want: [
        'InProgress',
        'NotFound',
        'The cluster serves no Thing of example.com/v1',
        'Thing x does not exist: The cluster serves no Thing of example.com/v1',
      ],
    },
    {
      name: 'is unknown while it cannot be read',
      answer: { kind: 'unread', reason: 'connection refused' },
      want: ['Unknown', 'Unknown', 'connection refused', `${ref} cannot be evaluated: connection refused`],
    },
    {
      name: 'says which cluster is meant if it is not the workload cluster',
      object: { cluster: 'Management', apiVersion: 'v1', kind: 'ConfigMap', name: 'x' },
      answer: found(),
      want: [
        'InProgress',
        'NotFound',
        'Not found',
        'ConfigMap fleet/x on the management cluster does not exist',
      ],
    },
  ]
  for (const { name, object = asked(), answer, want } of cases) {
    test(name, () => expect(judgeOne(object, answer)).toEqual(want))
  }
})
