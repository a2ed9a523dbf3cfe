import { describe, expect, test } from 'vitest'
import { findBuiltInKind, pluralOf } from './built-in-kinds.ts'

describe('findBuiltInKind', () => {
  test('finds a kind by group and name', () => {
    expect(findBuiltInKind('apps', 'Deployment')).toEqual({
      group: 'apps',
      kind: 'Deployment',
      plural: 'deployments',
      scope: 'Namespaced',
    })
  })

  test('does not know a kind in a group of another owner', () => {
    expect(findBuiltInKind('example.com', 'Deployment')).toBeUndefined()
  })
})

describe('pluralOf', () => {
  const cases = [
    { kind: 'NetworkPolicy', want: 'networkpolicies' },
    { kind: 'Ingress', want: 'ingresses' },
    { kind: 'StorageClass', want: 'storageclasses' },
    { kind: 'Endpoints', want: 'endpoints' },
    { kind: 'Gateway', want: 'gateways' },
    { kind: 'APIService', want: 'apiservices' },
    { kind: 'IPAddress', want: 'ipaddresses' },
  ]
  test.each(cases)('$kind is $want', ({ kind, want }) => expect(pluralOf(kind)).toBe(want))
})
