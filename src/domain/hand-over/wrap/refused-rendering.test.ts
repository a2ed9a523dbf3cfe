import { expect, test } from 'vitest'
import { handOverName } from './hand-over-name.ts'
import { refusedRendering } from './refused-rendering.ts'

const cluster = { name: 'blue', namespace: 'prod', uid: 'uid-blue' }
const many = ['a', '${CLUSTER_NAME}-b', 'c', 'd']

function bindingOf(resourceSet: string, applied: boolean) {
  const resource = { kind: 'Secret', name: resourceSet, hash: '', lastAppliedTime: '', applied } as const
  return {
    clusterName: 'blue',
    namespace: 'prod',
    owners: [],
    entries: [{ resourceSet, resources: [resource] }],
  }
}

const own = handOverName(cluster, 'karpenter')
const said = (from: string) =>
  `The cluster does not accept all objects that are rendered from ${from}; Cluster API will apply them again`

test.for([
  ['names its template', ['a'], bindingOf(own, false), said('ConfigMap "a"')],
  ['names three of many', many, bindingOf(own, false), said('ConfigMaps "a", "blue-b", "c" and 1 more')],
  ['says nothing once all is applied', ['a'], bindingOf(own, true), undefined],
  ['says nothing before it was tried', ['a'], undefined, undefined],
  ['says nothing of another set', ['a'], bindingOf('other', false), undefined],
  ['says nothing if only values are handed over', [], bindingOf(own, false), undefined],
] as const)('A step whose rendering was refused %s', ([, render, binding, want]) => {
  expect(refusedRendering({ name: 'karpenter', render }, cluster, binding)).toBe(want)
})
