import { expect, test } from 'vitest'
import { sampleCluster, sampleConnection, sampleFitout } from '#test/simulator/sample-plan.ts'
import { clusterObjects, type SampleValues } from './cluster-objects.ts'
import { makeClusters } from './make-clusters.ts'
import { readObjects } from './read-objects.ts'
import { fileOf } from '#test/simulator/sample-files.ts'
import { sortObjects } from './sort-objects.ts'

function secretsOf(
  objects: readonly object[],
  { count, values }: { readonly count?: number; readonly values?: SampleValues },
) {
  const content = sortObjects(readObjects([fileOf('a.yaml', [sampleFitout(), ...objects])]), 'default')
  const { clusters } = makeClusters(content, count)
  const all = clusterObjects(content, clusters, values).map(({ object }) => object)
  return Object.fromEntries(all.map(({ metadata, stringData }) => [metadata.name, stringData]))
}

test('a Secret with the variable in its name is made for each cluster, and filled', () => {
  const template = sampleConnection('${CLUSTER_NAME}')
  expect(secretsOf([template], { count: 2 })).toEqual({
    'eks-1-eks-connection': { queue: 'queue-of-eks-1' },
    'eks-2-eks-connection': { queue: 'queue-of-eks-2' },
  })
})

test('the Secret of a cluster is copied with it, under the name that the Fitout asks for', () => {
  const given = [sampleCluster('blue'), sampleConnection('blue')]
  expect(secretsOf(given, { count: 2 })).toEqual({
    'blue-eks-connection': { queue: 'queue-of-blue' },
    'blue-copy-1-eks-connection': { queue: 'queue-of-blue' },
  })
})

test('values make the Secrets that are missing, and no others', () => {
  const given = [sampleCluster('blue'), sampleCluster('green'), sampleConnection('blue')]
  expect(secretsOf(given, { values: { queue: 'sample', more: '1' } })).toEqual({
    'blue-eks-connection': { queue: 'queue-of-blue' },
    'green-eks-connection': { queue: 'sample', more: '1' },
  })
})

test('without values a Secret that is missing stays missing', () => {
  expect(secretsOf([sampleCluster('blue')], {})).toEqual({})
})
