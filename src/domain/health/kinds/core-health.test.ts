import { describe, expect, test } from 'vitest'
import { judgeSample, type SampleCase } from '#test/domain/sample-health.ts'

describe('A Service', () => {
  const cases: readonly SampleCase[] = [
    { name: 'is current at once', given: {}, want: ['Current', 'Service is ready'] },
    {
      name: 'for a load balancer waits for its own address',
      given: { spec: { type: 'LoadBalancer' } },
      want: ['InProgress', 'NoIPAssigned', 'ClusterIP not set. Service type: LoadBalancer'],
    },
    {
      name: 'for a load balancer does not wait for the balancer',
      given: { spec: { type: 'LoadBalancer', clusterIP: '10.0.0.1' }, status: { loadBalancer: {} } },
      want: ['Current', 'Service is ready'],
    },
  ]
  for (const { name, given, want } of cases) {
    test(name, () => expect(judgeSample('v1', 'Service', given)).toEqual(want))
  }
})

describe('A PersistentVolumeClaim', () => {
  const cases: readonly SampleCase[] = [
    {
      name: 'is current when it is bound',
      given: { status: { phase: 'Bound' } },
      want: ['Current', 'PVC is Bound'],
    },
    {
      name: 'is in progress when it has lost its volume',
      given: { status: { phase: 'Lost' } },
      want: ['InProgress', 'NotBound', 'PVC is not Bound. phase: Lost'],
    },
    {
      name: 'is in progress when nobody has seen it',
      given: {},
      want: ['InProgress', 'NotBound', 'PVC is not Bound. phase: unknown'],
    },
  ]
  for (const { name, given, want } of cases) {
    test(name, () => expect(judgeSample('v1', 'PersistentVolumeClaim', given)).toEqual(want))
  }
})

describe('A PodDisruptionBudget', () => {
  const cases: readonly SampleCase[] = [
    {
      name: 'is current once it was seen',
      given: {},
      want: ['Current', 'AllowedDisruptions has been computed.'],
    },
    {
      name: 'is in progress before',
      given: { metadata: { generation: 3 } },
      want: [
        'InProgress',
        'LatestGenerationNotObserved',
        'PodDisruptionBudget generation is 3, but latest observed generation is 2',
      ],
    },
  ]
  for (const { name, given, want } of cases) {
    test(name, () => expect(judgeSample('policy/v1', 'PodDisruptionBudget', given)).toEqual(want))
  }
})

describe('A ConfigMap', () => {
  const cases: readonly SampleCase[] = [
    { name: 'is current as soon as it exists', given: {}, want: ['Current', 'Resource is always ready'] },
  ]
  for (const { name, given, want } of cases) {
    test(name, () => expect(judgeSample('v1', 'ConfigMap', given)).toEqual(want))
  }
})
