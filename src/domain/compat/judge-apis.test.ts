import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { removedApis } from './facts/removed-apis.ts'
import { judgeApis } from './judge-apis.ts'

const oldRelease = { apiVersion: 'helm.toolkit.fluxcd.io/v2beta1', kind: 'HelmRelease' }
const flux28 = { component: 'flux', version: '2.8.8' }

describe('judgeApis', () => {
  const cases = [
    {
      name: 'finds an API that is gone',
      given: { objects: [oldRelease, oldRelease], components: [flux28] },
      want: ['Flux 2.8 serves no helm.toolkit.fluxcd.io/v2beta1, use helm.toolkit.fluxcd.io/v2'],
    },
    {
      name: 'says nothing before the release that removed it',
      given: { objects: [oldRelease], components: [{ component: 'flux', version: '2.6.4' }] },
      want: [],
    },
    {
      name: 'says nothing without the component that serves it',
      given: { objects: [oldRelease], components: [{ component: 'karpenter', version: '1.9.0' }] },
      want: [],
    },
    {
      name: 'says nothing of a version that cannot be read',
      given: { objects: [oldRelease], components: [{ component: 'flux', version: 'latest' }] },
      want: [],
    },
    {
      name: 'says nothing of a prerelease, which may still have it',
      given: { objects: [oldRelease], components: [{ component: 'flux', version: '2.7.0-rc.1' }] },
      want: [],
    },
    {
      name: 'sends each kind to the API that serves it',
      given: {
        objects: ['Receiver', 'Alert'].map(kind => ({
          apiVersion: 'notification.toolkit.fluxcd.io/v1beta2',
          kind,
        })),
        components: [{ component: 'flux', version: '2.9.4' }],
      },
      want: [
        'Flux 2.9 serves no notification.toolkit.fluxcd.io/v1beta2, use notification.toolkit.fluxcd.io/v1',
        'Flux 2.9 serves no notification.toolkit.fluxcd.io/v1beta2, use notification.toolkit.fluxcd.io/v1beta3',
      ],
    },
    {
      name: 'knows Karpenter and Cluster API',
      given: {
        objects: [
          { apiVersion: 'karpenter.sh/v1beta1', kind: 'NodePool' },
          { apiVersion: 'addons.cluster.x-k8s.io/v1alpha4', kind: 'ClusterResourceSet' },
        ],
        components: [
          { component: 'karpenter', version: '1.1' },
          { component: 'cluster-api', version: '1.6.0' },
        ],
      },
      want: [
        'Cluster API 1.6 serves no addons.cluster.x-k8s.io/v1alpha4, use addons.cluster.x-k8s.io/v1beta1',
        'Karpenter 1.1 serves no karpenter.sh/v1beta1, use karpenter.sh/v1',
      ],
    },
  ]
  for (const { name, given, want } of cases) {
    test(name, () => expect(judgeApis(given).map(({ sentence }) => sentence)).toEqual(want))
  }

  test('holds, and says where it was read', () => {
    expect(judgeApis({ objects: [oldRelease], components: [flux28] })).toEqual([
      {
        ...flux28,
        verdict: 'unsupported',
        sentence: 'Flux 2.8 serves no helm.toolkit.fluxcd.io/v2beta1, use helm.toolkit.fluxcd.io/v2',
        needs: undefined,
        source: { url: 'https://fluxcd.io/blog/2025/09/flux-v2.7.0/', asOf: '2026-07-24' },
      },
    ])
  })

  test('every sentence has at most 140 characters', () => {
    const objects = removedApis.flatMap(({ apiVersion, kinds = ['Any'] }) =>
      kinds.map(kind => ({ apiVersion, kind })),
    )
    const components = ['flux', 'karpenter', 'cluster-api'].map(component => ({
      component,
      version: '99.99',
    }))
    const verdicts = judgeApis({ objects, components })
    expect(verdicts.length).toBe(removedApis.length)
    expect(verdicts.filter(({ sentence }) => sentence.length > 140)).toEqual([])
  })

  test('anything may stand among the objects', () => {
    const property = fc.property(fc.array(fc.anything()), objects => {
      expect(judgeApis({ objects, components: [flux28] })).toEqual([])
    })
    fc.assert(property)
  })
})
