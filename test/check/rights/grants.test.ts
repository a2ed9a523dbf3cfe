import { globSync, readFileSync } from 'node:fs'
import { loadAll } from 'js-yaml'
import { expect, test } from 'vitest'
import { grantsOf } from './grants.ts'

function role(kind: string, rules: readonly object[]): object {
  return { kind, metadata: { name: 'r' }, rules }
}

test('Grants are one for each verb, kind and role', () => {
  const manifests = [
    { kind: 'ServiceAccount', metadata: { name: 'r' } },
    role('ClusterRole', [{ apiGroups: ['a'], resources: ['x', 'x/status'], verbs: ['get'] }]),
    role('Role', [{ apiGroups: [''], resources: ['y'], resourceNames: ['z'], verbs: ['get', 'update'] }]),
    { kind: 'ClusterRole', metadata: { name: 'empty' } },
  ]
  expect(grantsOf(manifests)).toEqual([
    { verb: 'get', group: 'a', resource: 'x', names: 'all', role: 'r' },
    { verb: 'get', group: 'a', resource: 'x/status', names: 'all', role: 'r' },
    { verb: 'get', group: '', resource: 'y', names: ['z'], role: 'r' },
    { verb: 'update', group: '', resource: 'y', names: ['z'], role: 'r' },
  ])
})

test('What is deployed grants no verb and no kind by a star', () => {
  const manifests = globSync('deploy/**/*.yaml').flatMap(file => loadAll(readFileSync(file, 'utf8')))
  const grants = grantsOf(manifests)
  expect(grants.length).toBeGreaterThan(20)
  expect(grants.filter(({ verb, group, resource }) => [verb, group, resource].includes('*'))).toEqual([])
})
