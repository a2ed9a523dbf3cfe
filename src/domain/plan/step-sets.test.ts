import { describe, expect, test } from 'vitest'
import { missingSet, packOf, type SetHead, stepSets } from './step-sets.ts'

const cluster = { namespace: 'prod', name: 'blue', uid: 'b' }

function aSet(name: string, pack: string, listed?: string): SetHead {
  const annotations = listed === undefined ? {} : { 'fitout.dev/pack-resource-sets': listed }
  return { metadata: { name, labels: { 'fitout.dev/pack': pack }, annotations } }
}

describe('The ClusterResourceSets of a step', () => {
  const cases = [
    {
      name: 'are all that its pack lists',
      step: { packs: ['cni'] },
      sets: [aSet('cni.namespaces', 'cni', 'cni.namespaces,cni'), aSet('cni', 'cni', 'cni.namespaces,cni')],
      want: [
        { name: 'cni.namespaces', pack: 'cni' },
        { name: 'cni', pack: 'cni' },
      ],
    },
    {
      name: 'are also those of its pack that do not exist yet',
      step: { packs: ['cni'] },
      sets: [aSet('cni.namespaces', 'cni', 'cni.namespaces,cni')],
      want: [
        { name: 'cni.namespaces', pack: 'cni' },
        { name: 'cni', pack: 'cni' },
      ],
    },
    {
      name: 'are those with the label of its pack, if the pack lists none',
      step: { packs: ['cni'] },
      sets: [aSet('cni', 'cni'), aSet('flux', 'flux')],
      want: [{ name: 'cni', pack: 'cni' }],
    },
    {
      name: 'are one of the name of its pack, if there is no pack',
      step: { packs: ['cni'] },
      sets: [],
      want: [{ name: 'cni', pack: 'cni' }],
    },
    {
      name: 'are those that it names itself, once',
      step: { packs: ['cni'], resourceSets: ['cni', '${CLUSTER_NAME}-extra'] },
      sets: [aSet('cni', 'cni')],
      want: [{ name: 'cni', pack: 'cni' }, { name: 'blue-extra' }],
    },
  ]
  test.for(cases)('$name', ({ step, sets, want }) =>
    expect(stepSets(step, cluster, pack => sets.filter(set => packOf(set) === pack))).toEqual(want),
  )
})

test('A ClusterResourceSet that does not exist is called what the step calls it', () => {
  const sets = [{ name: 'a' }, { name: 'cni', pack: 'cni' }, { name: 'cni.namespaces', pack: 'cni' }]
  expect(sets.map(missingSet)).toEqual([
    'ClusterResourceSet "a" does not exist',
    'Pack "cni" does not exist',
    'ClusterResourceSet "cni.namespaces" of pack "cni" does not exist',
  ])
})
