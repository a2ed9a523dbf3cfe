import { describe, expect, test } from 'vitest'
import { makeClusters } from './make-clusters.ts'
import { readObjects } from './read-objects.ts'
import { aCluster, fileOf, smallFitout } from '#test/simulator/sample-files.ts'
import { sortObjects } from './sort-objects.ts'

const contentOf = (objects: readonly object[]) =>
  sortObjects(readObjects([fileOf('a.yaml', objects)]), 'default')
const eks = { profile: 'eks' }

describe('the clusters of a Fitout are', () => {
  const cases = [
    {
      name: 'three samples if the user has none',
      clusters: [],
      count: undefined,
      want: ['eks-1', 'eks-2', 'eks-3'],
    },
    { name: 'as many samples as are asked for', clusters: [], count: 2, want: ['eks-1', 'eks-2'] },
    {
      name: 'those of the user that it selects',
      clusters: ['blue', 'green', 'other'],
      count: undefined,
      want: ['blue', 'green'],
    },
    {
      name: 'the first of the user if fewer are asked for',
      clusters: ['blue', 'green'],
      count: 1,
      want: ['blue'],
    },
    {
      name: 'those of the user and copies of them in turn if more are asked for',
      clusters: ['blue', 'green'],
      count: 5,
      want: ['blue', 'green', 'blue-copy-1', 'green-copy-1', 'blue-copy-2'],
    },
    {
      name: 'samples of other names than the clusters that it does not select',
      clusters: ['other', 'eks-1'],
      count: 2,
      want: ['eks-2', 'eks-3'],
    },
  ]
  test.for(cases)('$name', ({ clusters, count, want }) => {
    const given = clusters.map(name => aCluster(name, /^(blue|green)$/.test(name) ? eks : {}))
    const made = makeClusters(contentOf([smallFitout('eks'), ...given]), count)
    expect(made.problems).toEqual([])
    expect(made.clusters.map(({ object }) => object.metadata.name)).toEqual(want)
    expect(made.clusters.every(({ object }) => object.metadata.labels?.['profile'] === 'eks')).toBe(true)
  })
})

describe('it is reported', () => {
  test('when no cluster can have the labels', () => {
    const expressions = [
      { key: 'a', operator: 'Exists' },
      { key: 'a', operator: 'DoesNotExist' },
    ]
    const { problems } = makeClusters(contentOf([smallFitout('eks', { matchExpressions: expressions })]))
    expect(problems).toEqual([
      {
        code: 'SELECTOR_IMPOSSIBLE',
        at: 'a.yaml:8:5',
        message: 'no Cluster can match its clusterSelector',
      },
    ])
  })

  test('once for each pair of Fitouts that select the same cluster', () => {
    const { problems } = makeClusters(
      contentOf([smallFitout('a', { matchLabels: eks }), smallFitout('b', { matchLabels: eks })]),
    )
    expect(problems.map(({ code, at }) => `${code} ${at}`)).toEqual(['SELECTED_TWICE a.yaml:22:5'])
  })
})
