import { describe, expect, test } from 'vitest'
import { VALUE_FORMATS } from '../../domain/api/schema/hand-over-schema.ts'
import { valueFormatProblem } from '../../domain/api/value-format.ts'
import type { AddOn } from '../../domain/repository/add-on-schema.ts'
import { catalogue } from '../catalogue/catalogue.ts'
import { sampleValues } from './sample-values.ts'

type Keys = NonNullable<AddOn['handOver']>['keys']

function valuesFor(keys: Keys, pattern: 'crs' | 'terraform' = 'crs'): Readonly<Record<string, unknown>> {
  const karpenter = catalogue.get('karpenter')
  if (!karpenter?.handOver) throw new Error('the catalogue has no karpenter with a hand-over')
  const addOn = { ...karpenter, handOver: { ...karpenter.handOver, keys } }
  return Object.fromEntries(sampleValues(addOn, { pattern }))
}

describe('The sample of a value', () => {
  test.for(VALUE_FORMATS)('that must be of format %s is', format => {
    expect(valueFormatProblem(format, String(valuesFor({ key: { format } })['key']))).toBeUndefined()
  })

  test('that is read inside of JSON is where it is read, beside others', () => {
    const keys = { queue: { path: 'karpenter.queue' }, role: { path: 'karpenter.roles.node' }, name: {} }
    expect(valuesFor(keys)).toEqual({
      karpenter: { queue: 'sample', roles: { node: 'sample' } },
      name: 'sample',
    })
  })

  test('is not there for one with a default, or where nothing is simulated', () => {
    expect(valuesFor({ level: { default: 'info' } })).toEqual({})
    expect(valuesFor({ name: {} }, 'terraform')).toEqual({})
  })
})
