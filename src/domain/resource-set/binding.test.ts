import { expect, test } from 'vitest'
import { readBinding, withResourceSet } from './binding.ts'
import { readResourceSet } from './resource-set.ts'

test('readBinding reads owners that are sets, and entries without resources', () => {
  const given = {
    metadata: {
      name: 'blue',
      namespace: 'fleet',
      ownerReferences: [
        { kind: 'ClusterResourceSet', name: 'base' },
        { kind: 'Cluster', name: 'blue' },
      ],
    },
    spec: { bindings: [{ clusterResourceSetName: 'base' }] },
  }
  expect(readBinding(given)).toEqual({
    clusterName: 'blue',
    namespace: 'fleet',
    owners: ['base'],
    entries: [{ resourceSet: 'base', resources: [] }],
  })
})

test('withResourceSet keeps an entry that is there', () => {
  const binding = readBinding({
    spec: {
      bindings: [
        { clusterResourceSetName: 'base', resources: [{ kind: 'Secret', name: 's', applied: true }] },
      ],
    },
  })
  expect(withResourceSet(binding, 'base').entries).toEqual(binding.entries)
})

const misshapen = [
  {
    name: 'a binding whose entries are a text',
    read: readBinding,
    given: { spec: { bindings: 'x' } },
    path: 'spec.bindings',
  },
  {
    name: 'an entry of another kind',
    read: readBinding,
    given: { spec: { bindings: [{ resources: [{ kind: 'Pod' }] }] } },
    path: 'spec.bindings[0].resources[0].kind',
  },
  {
    name: 'an entry with a text for applied',
    read: readBinding,
    given: { spec: { bindings: [{ resources: [{ kind: 'Secret', applied: 'yes' }] }] } },
    path: 'spec.bindings[0].resources[0].applied',
  },
  {
    name: 'a set with another strategy',
    read: readResourceSet,
    given: { spec: { strategy: 'x' } },
    path: 'spec.strategy',
  },
  {
    name: 'a set whose metadata is a list',
    read: readResourceSet,
    given: { metadata: [] },
    path: 'metadata',
  },
]
for (const { name, read, given, path } of misshapen) {
  test(`refuses ${name}, and says which field`, () => {
    expect(() => read(given)).toThrow(expect.objectContaining({ name: 'ResourceSetError', path }))
  })
}
