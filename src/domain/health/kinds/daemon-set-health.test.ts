import { describe, expect, test } from 'vitest'
import { judgeSample, type SampleCase } from '#test/domain/sample-health.ts'

describe('A DaemonSet', () => {
  const full = {
    desiredNumberScheduled: 2,
    currentNumberScheduled: 2,
    updatedNumberScheduled: 2,
    numberAvailable: 2,
    numberReady: 2,
  }
  const cases: readonly SampleCase[] = [
    {
      name: 'is current when every node has its pod',
      given: { status: full },
      want: ['Current', 'All replicas scheduled as expected. Replicas: 2'],
    },
    {
      name: 'waits to know how many it wants',
      given: {},
      want: ['InProgress', 'NoDesiredNumber', 'Missing .status.desiredNumberScheduled'],
    },
    {
      name: 'waits for pods',
      given: { status: { ...full, currentNumberScheduled: 1 } },
      want: ['InProgress', 'LessCurrent', 'Current: 1/2'],
    },
    {
      name: 'waits for updates',
      given: { status: { ...full, updatedNumberScheduled: 0 } },
      want: ['InProgress', 'LessUpdated', 'Updated: 0/2'],
    },
    {
      name: 'waits for availability',
      given: { status: { ...full, numberAvailable: 1 } },
      want: ['InProgress', 'LessAvailable', 'Available: 1/2'],
    },
    {
      name: 'waits for readiness',
      given: { status: { ...full, numberReady: 1 } },
      want: ['InProgress', 'LessReady', 'Ready: 1/2'],
    },
    {
      name: 'may run nowhere',
      given: { status: { desiredNumberScheduled: 0 } },
      want: ['Current', 'All replicas scheduled as expected. Replicas: 0'],
    },
    {
      name: 'waits for its controller',
      given: { status: { ...full, observedGeneration: undefined } },
      want: ['InProgress', 'NoObservedGeneration', 'DaemonSet status.observedGeneration not found'],
    },
    {
      name: 'waits for its generation',
      given: { metadata: { generation: undefined }, status: full },
      want: ['InProgress', 'NoGeneration', 'DaemonSet metadata.generation not found'],
    },
  ]
  for (const { name, given, want } of cases) {
    test(name, () => expect(judgeSample('apps/v1', 'DaemonSet', given)).toEqual(want))
  }
})
