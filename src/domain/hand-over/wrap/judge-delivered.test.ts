import { describe, expect, test } from 'vitest'
import { aSecret } from '#test/domain/sample-hand-over.ts'
import type { FoundSource } from '../cluster-identity.ts'
import { SecretValue } from '../secret-value.ts'
import { judgeDelivered } from './judge-delivered.ts'

const data = new Map(['a', 'b', 'c', 'd'].map(key => [key, SecretValue.ofText(`CANARY-${key}`)]))
const objects = [
  { apiVersion: 'v1', kind: 'Secret', namespace: 'karpenter', name: 'eks-connection', data },
  { apiVersion: 'karpenter.sh/v1', kind: 'NodePool', namespace: '', name: 'default' },
]
const right = { a: 'CANARY-a', b: 'CANARY-b', c: 'CANARY-c', d: 'CANARY-d' }

describe('On the workload cluster', () => {
  const cases: { name: string; secret: FoundSource; namespace?: FoundSource; want: string | undefined }[] = [
    {
      name: 'all is well when the values are there',
      secret: { found: aSecret('x', right) },
      want: undefined,
    },
    {
      name: 'a key of another owner does no harm',
      secret: { found: aSecret('x', { ...right, e: '1' }) },
      want: undefined,
    },
    {
      name: 'an old value is reported',
      secret: { found: aSecret('x', { ...right, b: 'CANARY-' }) },
      want: 'HandOverNotDelivered: Secret karpenter/eks-connection does not have the values of "b" yet',
    },
    {
      name: 'three of many are named',
      secret: { found: aSecret('x', {}) },
      want: 'HandOverNotDelivered: Secret karpenter/eks-connection does not have the values of "a", "b", "c" and 1 more yet',
    },
    {
      name: 'a Secret that does not exist is reported',
      secret: 'missing',
      want: 'HandOverNotDelivered: Secret karpenter/eks-connection does not exist yet',
    },
    {
      name: 'a namespace that does not exist is reported',
      secret: 'missing',
      namespace: 'missing',
      want: 'HandOverNamespaceMissing: Namespace "karpenter" does not exist on the cluster; deliver it in an earlier step',
    },
    {
      name: 'a namespace that cannot be read is not called missing',
      secret: 'missing',
      namespace: { refused: 'timeout' },
      want: 'HandOverNotDelivered: Secret karpenter/eks-connection does not exist yet',
    },
    {
      name: 'a Secret that cannot be read is reported',
      secret: { refused: 'timeout' },
      want: 'HandOverNotDelivered: Secret karpenter/eks-connection cannot be read: timeout',
    },
    {
      name: 'what is no Secret is reported',
      secret: { found: { data: 1 } },
      want: 'HandOverNotDelivered: Secret karpenter/eks-connection cannot be read: it is not a valid Secret',
    },
  ]
  test.for(cases)('$name', ({ secret, namespace = { found: {} }, want }) => {
    const holds = judgeDelivered({ objects }, { secret: () => secret, namespace: () => namespace })
    expect(holds.map(({ reason, message }) => `${reason}: ${message}`)).toEqual(
      want === undefined ? [] : [want],
    )
  })
})
