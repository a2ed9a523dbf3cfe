import { expect, test } from 'vitest'
import { names } from '../../domain/api/api-names.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { Change } from '../../engine/follow/change.ts'
import type { Followed } from '../../engine/follow/follow-selection.ts'
import { keysOfChange } from './keys-of-change.ts'

const clusters: readonly KubeObject[] = ['blue', 'green'].map(name => ({
  apiVersion: 'cluster.x-k8s.io/v1beta2',
  kind: 'Cluster',
  metadata: { name, namespace: 'prod', uid: `uid-of-${name}` },
}))

function aSet(labels: Readonly<Record<string, string>> = {}, spec: object = {}): KubeObject {
  const apiVersion = 'addons.cluster.x-k8s.io/v1beta2'
  return {
    apiVersion,
    kind: 'ClusterResourceSet',
    metadata: { name: 'a', namespace: 'prod', labels, uid: '1' },
    spec,
  }
}

const ofBlue = aSet({ [names.ownerLabel]: 'uid-of-blue' })
const key = 'prod/a'

test.for<[string, Change, readonly string[]]>([
  ['a set that people made', { kind: 'added', key, after: aSet() }, ['prod/blue', 'prod/green']],
  ['a set that Fitout made for one', { kind: 'added', key, after: ofBlue }, ['prod/blue']],
  ['such a set that goes', { kind: 'removed', key, before: ofBlue }, ['prod/blue']],
  [
    'such a set that somebody took over',
    { kind: 'changed', key, before: ofBlue, after: aSet({}, { strategy: 'Reconcile' }) },
    ['prod/blue', 'prod/green'],
  ],
  [
    'a set that only says something else',
    { kind: 'changed', key, before: ofBlue, after: { ...ofBlue, status: { conditions: [] } } },
    [],
  ],
])('%s has those clusters looked at that it may concern', ([, change, want]) => {
  expect(keysOfChange('resourceSet', change, { cluster: followed() })).toEqual(want)
})

function followed(): Followed {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else of it is asked for
  return { inNamespace: () => clusters } as unknown as Followed
}
