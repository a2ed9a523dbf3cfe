import { describe, expect, test } from 'vitest'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { sampleStore } from '#test/simulator/sample-store.ts'
import { missingValue } from './missing-value.ts'

const release = (reference: object): KubeObject => ({
  apiVersion: 'helm.toolkit.fluxcd.io/v2',
  kind: 'HelmRelease',
  metadata: { name: 'karpenter', namespace: 'flux-system' },
  spec: { valuesFrom: [{ kind: 'Secret', name: 'eks-connection', valuesKey: 'queue', ...reference }] },
})
const what = "could not resolve Secret chart values reference 'flux-system/eks-connection' with key 'queue'"

describe('A HelmRelease says, in the words of helm-controller,', () => {
  const cases = [
    { name: 'which key a Secret lacks', data: { role: 'eA==' }, want: `${what}: key not found` },
    {
      name: 'which Secret does not exist',
      data: undefined,
      want: `${what}: secrets "eks-connection" not found`,
    },
    { name: 'nothing of a key that is there', data: { queue: 'eA==' }, want: undefined },
    {
      name: 'nothing of a key that may be missing',
      data: {},
      reference: { optional: true },
      want: undefined,
    },
  ]
  test.for(cases)('$name', ({ data, reference = {}, want }) => {
    const { store, put } = sampleStore()
    const metadata = { name: 'eks-connection', namespace: 'flux-system' }
    put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'flux-system' } })
    if (data) put({ apiVersion: 'v1', kind: 'Secret', metadata, type: 'Opaque', data })
    expect(missingValue(store, release(reference))).toBe(want)
  })
})
