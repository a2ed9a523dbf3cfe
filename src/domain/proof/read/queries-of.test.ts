import { describe, expect, test } from 'vitest'
import { aProof, asked } from '#test/domain/sample-proof.ts'
import { queriesOf } from './queries-of.ts'

describe('What must be read for proofs', () => {
  const labels = { matchLabels: { app: 'web' } }

  test('is one query for all names of one kind in one namespace, of all steps', () => {
    const first = aProof({ objects: [asked({ name: 'b' }), asked({ name: 'a' })] })
    const second = aProof({ objects: [asked({ name: 'b' }), asked({ name: 'c', namespace: 'other' })] })
    expect(queriesOf([first, second])).toEqual({
      queries: [
        {
          key: 'Workload apps/v1 Deployment flux-system names',
          on: 'Workload',
          apiVersion: 'apps/v1',
          kind: 'Deployment',
          namespace: 'flux-system',
          select: { by: 'names', names: ['a', 'b'] },
          isMetadataOnly: false,
        },
        {
          key: 'Workload apps/v1 Deployment other names',
          on: 'Workload',
          apiVersion: 'apps/v1',
          kind: 'Deployment',
          namespace: 'other',
          select: { by: 'names', names: ['c'] },
          isMetadataOnly: false,
        },
      ],
      asksReadyz: false,
    })
  })

  const cases = [
    {
      name: 'keeps names and labels apart, because both together would read more',
      objects: [asked(), asked({ selector: labels })],
      want: [
        'Workload apps/v1 Deployment flux-system app=web',
        'Workload apps/v1 Deployment flux-system names',
      ],
    },
    {
      name: 'is nothing that another query reads anyway',
      objects: [asked(), asked({ selector: labels }), asked({ selector: {} })],
      want: ['Workload apps/v1 Deployment flux-system all'],
    },
    {
      name: 'is nothing that is read in all namespaces anyway',
      objects: [
        asked(),
        { cluster: 'Workload', apiVersion: 'apps/v1', kind: 'Deployment', selector: {} },
        asked({ selector: {} }),
      ],
      want: ['Workload apps/v1 Deployment - all'],
    },
    {
      name: 'is asked of the right cluster',
      objects: [
        { cluster: 'Management', apiVersion: 'v1', kind: 'ConfigMap', name: 'a' },
        { cluster: 'Workload', apiVersion: 'v1', kind: 'ConfigMap', namespace: 'fleet', name: 'a' },
      ],
      want: ['Management v1 ConfigMap fleet names', 'Workload v1 ConfigMap fleet names'],
    },
  ] as const
  for (const { name, objects, want } of cases) {
    test(name, () => {
      expect(queriesOf([aProof({ objects })]).queries.map(({ key }) => key)).toEqual(want)
    })
  }

  test('is only the metadata of Secrets', () => {
    const secret = asked({ apiVersion: 'v1', kind: 'Secret', name: 's' })
    expect(
      queriesOf([aProof({ objects: [secret, asked()] })]).queries.map(query => query.isMetadataOnly),
    ).toEqual([false, true])
  })

  test('includes /readyz only if a proof asks for it', () => {
    expect(queriesOf([aProof({ objects: [asked()] }), aProof({ preset: 'api' })]).asksReadyz).toBe(true)
  })

  test('is little for the presets', () => {
    const counts = (['api', 'coredns', 'calico', 'cilium', 'flux', 'karpenter'] as const).map(
      preset => queriesOf([aProof({ preset })]).queries.length,
    )
    expect(counts).toEqual([2, 2, 2, 3, 3, 2])
  })
})
