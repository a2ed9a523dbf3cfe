import { describe, expect, test } from 'vitest'
import { judgeSample, type SampleCase } from '#test/domain/sample-health.ts'

describe('A CustomResourceDefinition', () => {
  const established = { type: 'Established', status: 'True' }
  const refused = { type: 'NamesAccepted', status: 'False', reason: 'Taken', message: 'name is taken' }
  const cases: readonly SampleCase[] = [
    { name: 'is in progress at first', given: {}, want: ['InProgress', 'Installing', 'Install in progress'] },
    {
      name: 'is current when it is established',
      given: { status: { conditions: [established] } },
      want: ['Current', 'CRD is established'],
    },
    {
      name: 'has failed when its names are refused',
      given: { status: { conditions: [refused, established] } },
      want: ['Failed', 'Taken', 'name is taken'],
    },
    {
      name: 'is current when that is told too late',
      given: { status: { conditions: [established, refused] } },
      want: ['Current', 'CRD is established'],
    },
    {
      name: 'is in progress while it is installed',
      given: { status: { conditions: [{ type: 'Established', status: 'False', reason: 'Installing' }] } },
      want: ['InProgress', 'Installing', 'Install in progress'],
    },
    {
      name: 'has failed when it cannot be established',
      given: {
        status: { conditions: [{ type: 'Established', status: 'False', reason: 'Broken', message: 'no' }] },
      },
      want: ['Failed', 'Broken', 'no'],
    },
  ]
  for (const { name, given, want } of cases) {
    test(name, () =>
      expect(judgeSample('apiextensions.k8s.io/v1', 'CustomResourceDefinition', given)).toEqual(want),
    )
  }
})
