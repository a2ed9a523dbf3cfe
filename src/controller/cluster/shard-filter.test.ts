import { describe, expect, test } from 'vitest'
import { names } from '../../domain/api/api-names.ts'
import type { Shard } from '../../domain/shard/shard.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { Change } from '../../engine/follow/change.ts'
import { shardMoveOf } from './shard-filter.ts'

const main: Shard = { kind: 'main' }
const red: Shard = { kind: 'labelled', key: 'red' }

function aCluster(shard?: string): KubeObject {
  const labels = shard === undefined ? {} : { [names.shardLabel]: shard }
  return {
    apiVersion: 'cluster.x-k8s.io/v1beta2',
    kind: 'Cluster',
    metadata: { name: 'blue', namespace: 'prod', labels },
  }
}

const key = 'prod/blue'
const cases: readonly { name: string; given: Change; want: readonly (string | undefined)[] }[] = [
  {
    name: 'is new and has no label',
    given: { kind: 'added', key, after: aCluster() },
    want: [undefined, undefined],
  },
  {
    name: 'is new and has one',
    given: { kind: 'added', key, after: aCluster('red') },
    want: ['left', 'came'],
  },
  {
    name: 'gets one',
    given: { kind: 'changed', key, before: aCluster(), after: aCluster('red') },
    want: ['left', 'came'],
  },
  {
    name: 'loses it',
    given: { kind: 'changed', key, before: aCluster('red'), after: aCluster() },
    want: ['came', 'left'],
  },
  {
    name: 'goes to a third shard',
    given: { kind: 'changed', key, before: aCluster('red'), after: aCluster('green') },
    want: [undefined, 'left'],
  },
  {
    name: 'stays',
    given: { kind: 'changed', key, before: aCluster('red'), after: aCluster('red') },
    want: [undefined, undefined],
  },
  { name: 'is gone', given: { kind: 'removed', key, before: aCluster('red') }, want: [undefined, 'left'] },
]

describe('What it means for the main shard, and for its own, that a Cluster', () => {
  test.for(cases)('$name', ({ given, want }) => {
    expect([shardMoveOf(main, given), shardMoveOf(red, given)]).toEqual(want)
    expect(shardMoveOf({ kind: 'all' }, given)).toBeUndefined()
  })
})
