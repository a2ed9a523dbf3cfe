import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evaluateHealth } from './evaluate-health.ts'
import type { Health } from './health.ts'
import { anObject, type Said } from '#test/domain/sample-health.ts'

const flux = { now: Date.UTC(2026, 0, 1), reader: 'flux' } as const

describe('An object of any kind', () => {
  interface Case {
    readonly name: string
    readonly given: Said
    readonly want: object
  }
  const cases: readonly Case[] = [
    {
      name: 'is terminating once its deletion was asked for, whatever else it says',
      given: {
        metadata: { deletionTimestamp: '2026-01-01T00:00:00Z', generation: 9 },
        status: { conditions: 'nonsense' },
      },
      want: { status: 'Terminating', message: 'Resource scheduled for deletion' },
    },
    {
      name: 'is in progress while its controller has not seen its spec',
      given: { metadata: { generation: 3 }, status: { conditions: [ready('True')] } },
      want: {
        status: 'InProgress',
        message: 'Thing generation is 3, but latest observed generation is 2',
        condition: { reason: 'LatestGenerationNotObserved' },
      },
    },
    {
      name: 'is in progress also if its controller has seen a later spec',
      given: { metadata: { generation: 1 } },
      want: { status: 'InProgress' },
    },
    {
      name: 'is in progress while it is reconciling, ready or not',
      given: {
        status: {
          conditions: [
            ready('True'),
            { type: 'Reconciling', status: 'True', reason: 'Busy', message: 'At it' },
          ],
        },
      },
      want: { status: 'InProgress', message: 'At it', condition: { type: 'Reconciling', reason: 'Busy' } },
    },
    {
      name: 'has failed when it is stalled',
      given: {
        status: { conditions: [{ type: 'Stalled', status: 'True', reason: 'Stuck', message: 'No way' }] },
      },
      want: {
        status: 'Failed',
        message: 'No way',
        condition: { type: 'Stalled', reason: 'Stuck', message: 'No way' },
      },
    },
    {
      name: 'is judged by the first of these two',
      given: {
        status: {
          conditions: [
            { type: 'Stalled', status: 'False' },
            { type: 'Reconciling', status: 'True' },
            { type: 'Stalled', status: 'True' },
          ],
        },
      },
      want: { status: 'InProgress', message: '', condition: { type: 'Reconciling', reason: '' } },
    },
    {
      name: 'is current when it is ready',
      given: { status: { conditions: [ready('True')] } },
      want: { status: 'Current', message: 'Resource is Ready' },
    },
    {
      name: 'is in progress when it is not ready',
      given: { status: { conditions: [ready('False')] } },
      want: { status: 'InProgress', message: 'why', condition: { reason: 'Because' } },
    },
    {
      name: 'is in progress when nobody knows whether it is ready',
      given: { status: { conditions: [ready('Unknown')] } },
      want: { status: 'InProgress' },
    },
    {
      name: 'is current when its readiness makes no sense',
      given: { status: { conditions: [ready('true')] } },
      want: { status: 'Current', message: 'Resource is current' },
    },
    {
      name: 'is current when it says nothing',
      given: {},
      want: { status: 'Current', message: 'Resource is current' },
    },
    {
      name: 'is current when it never will be ready and does not say so',
      given: { status: { conditions: [{ type: 'Available', status: 'False' }] } },
      want: { status: 'Current' },
    },
    {
      name: 'may have conditions that are null',
      given: { status: { conditions: [null, ready('True')] } },
      want: { status: 'Current', message: 'Resource is Ready' },
    },
    {
      name: 'may have no list of conditions',
      given: { status: { conditions: null } },
      want: { status: 'Current', message: 'Resource is current' },
    },
  ]
  for (const { name, given, want } of cases) {
    test(name, () =>
      expect(evaluateHealth(anObject('example.com/v1', 'Thing', given), flux)).toMatchObject(want),
    )
  }

  test('is current without a status, though nobody has looked at it', () => {
    const release = {
      apiVersion: 'helm.toolkit.fluxcd.io/v2',
      kind: 'HelmRelease',
      metadata: { generation: 1 },
    }
    expect(evaluateHealth(release, flux).status).toBe('Current')
  })

  test('is not found when there is none', () => {
    expect(evaluateHealth(undefined, flux)).toEqual({
      status: 'NotFound',
      message: 'Resource not found',
      condition: undefined,
    })
    expect(evaluateHealth(null, flux).status).toBe('NotFound')
  })

  test('may count generations beyond what JavaScript can', () => {
    const metadata = { generation: 9_007_199_254_740_993n }
    const stale = anObject('example.com/v1', 'Thing', {
      metadata,
      status: { observedGeneration: 9_007_199_254_740_992n },
    })
    expect(evaluateHealth(stale, flux).message).toContain(
      'is 9007199254740993, but latest observed generation is 9007199254740992',
    )
    const seen = anObject('example.com/v1', 'Thing', { metadata: { generation: 7n } })
    expect(evaluateHealth({ ...seen, status: { observedGeneration: 7 } }, flux).status).toBe('Current')
  })
})

describe('The rule of a kind', () => {
  const waiting = { spec: { replicas: 1 } }
  const cases = [
    {
      name: 'holds for every version of its group',
      apiVersion: 'apps/v1beta2',
      kind: 'Deployment',
      want: 'Replicas: 0/1',
    },
    {
      name: 'holds for the group it once was in',
      apiVersion: 'extensions/v1beta1',
      kind: 'Deployment',
      want: 'Replicas: 0/1',
    },
    {
      name: 'does not hold for another group',
      apiVersion: 'example.com/v1',
      kind: 'Deployment',
      want: 'Resource is current',
    },
    {
      name: 'does not hold for the core group',
      apiVersion: 'v1',
      kind: 'Deployment',
      want: 'Resource is current',
    },
    {
      name: 'does not hold for what is no version',
      apiVersion: 'apps/v1/x',
      kind: 'Deployment',
      want: 'Resource is current',
    },
    {
      name: 'holds for the core group, named or not',
      apiVersion: '',
      kind: 'Secret',
      want: 'Resource is always ready',
    },
  ]
  for (const { name, apiVersion, kind, want } of cases) {
    test(name, () => expect(evaluateHealth(anObject(apiVersion, kind, waiting), flux).message).toBe(want))
  }
})

test('Anything at all gets one of the six words', () => {
  const names = [
    'metadata',
    'spec',
    'status',
    'conditions',
    'type',
    'phase',
    'generation',
    'replicas',
    'containerStatuses',
    'name',
    'state',
  ]
  const key = fc.constantFrom(...names, 'apiVersion', 'kind', '__proto__')
  const leaf = fc.oneof(
    fc.constantFrom('Running', 'Pending', 'Ready', 'True', 'PodScheduled'),
    fc.integer(),
    fc.double(),
    fc.constant(null),
    fc.boolean(),
  )
  const part = fc.anything({ key, values: [leaf], maxDepth: 4 })
  const kind = fc.constantFrom(
    'Pod',
    'Deployment',
    'StatefulSet',
    'DaemonSet',
    'ReplicaSet',
    'Job',
    'Service',
    'Thing',
  )
  const apiVersion = fc.constantFrom('v1', 'apps/v1', 'batch/v1')
  const object = fc.oneof(
    part,
    fc.record(
      { apiVersion, kind, metadata: part, spec: part, status: part },
      { requiredKeys: ['apiVersion', 'kind'] },
    ),
  )
  fc.assert(
    fc.property(object, fc.constantFrom('flux', 'kstatus'), (given, reader) => {
      const words: readonly Health[] = [
        'Current',
        'InProgress',
        'Failed',
        'Terminating',
        'NotFound',
        'Unknown',
      ]
      expect(words).toContain(evaluateHealth(given, { ...flux, reader }).status)
    }),
    { numRuns: 300 },
  )
})

function ready(status: string): object {
  return { type: 'Ready', status, reason: 'Because', message: 'why' }
}

test.for([
  ['apps/v1', 'DaemonSet'],
  ['apps/v1', 'Deployment'],
  ['apps/v1', 'StatefulSet'],
  ['apps/v1', 'ReplicaSet'],
])(
  'A %s whose status is of an older spec is in progress, whatever it says',
  ([apiVersion = '', kind = '']) => {
    const all = {
      replicas: 1,
      currentReplicas: 1,
      updatedReplicas: 1,
      readyReplicas: 1,
      availableReplicas: 1,
      fullyLabeledReplicas: 1,
      desiredNumberScheduled: 1,
      currentNumberScheduled: 1,
      updatedNumberScheduled: 1,
      numberAvailable: 1,
      numberReady: 1,
    }
    const conditions = [{ type: 'Available', status: 'True' }]
    const spec = { replicas: 1 }
    const said = (generation: number) =>
      evaluateHealth(
        {
          apiVersion,
          kind,
          metadata: { name: 'a', generation },
          spec,
          status: { observedGeneration: 1, conditions, ...all },
        },
        flux,
      ).status
    expect([said(1), said(2)]).toEqual(['Current', 'InProgress'])
  },
)
