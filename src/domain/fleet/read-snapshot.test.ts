import { describe, expect, test } from 'vitest'
import { readSnapshot, SnapshotError } from './read-snapshot.ts'
import { aCluster, aFleet, thousandClusters } from '#test/domain/sample-snapshot.ts'

describe('A snapshot', () => {
  test('is read as it was written', () => {
    const fleet = thousandClusters()
    expect(readSnapshot(JSON.stringify(fleet))).toEqual(fleet)
  })

  test('of an earlier version has no versions of components, and is read all the same', () => {
    const old = aFleet([aCluster('prod/blue')])
    expect(readSnapshot(JSON.stringify(old)).fitouts[0]?.steps[0]).toEqual({ name: 'api', timeout: '10m' })
  })

  const wrong = [
    { name: 'a text that is not JSON', given: 'hello', want: ['NOT_JSON', 'not JSON'] },
    { name: 'a list', given: '[]', want: ['NOT_A_SNAPSHOT', 'it must be an object'] },
    { name: 'another document', given: '{"kind":"List"}', want: ['NOT_A_SNAPSHOT', 'apiVersion must be'] },
    {
      name: 'one with a state that there is not',
      given: changed({ state: 'Green' }),
      want: ['NOT_A_SNAPSHOT', 'clusters[0].state must be one of Failed'],
    },
    {
      name: 'one with a label that is no text',
      given: changed({ labels: { a: 1 } }),
      want: ['NOT_A_SNAPSHOT', 'clusters[0].labels must be an object of strings'],
    },
    {
      name: 'one with a step without a name',
      given: changed({ steps: [{ state: 'Ready' }] }),
      want: ['NOT_A_SNAPSHOT', 'clusters[0].steps[0].name must be a string'],
    },
    {
      name: 'one with a component without a version',
      given: JSON.stringify({
        ...aFleet([]),
        fitouts: [
          {
            namespace: 'a',
            name: 'b',
            steps: [{ name: 'cni', timeout: '5m', components: [{ component: 'x' }] }],
          },
        ],
      }),
      want: ['NOT_A_SNAPSHOT', 'fitouts[0].steps[0].components[0].version must be a string'],
    },
    {
      name: 'one with a time that is no text',
      given: changed({ since: null }),
      want: ['NOT_A_SNAPSHOT', 'clusters[0].since must be a string'],
    },
  ]
  test.for(wrong)('is not $name', ({ given, want: [code, words] }) => {
    const error = errorOf(() => readSnapshot(given))
    expect([error?.code, error?.message]).toEqual([code, expect.stringContaining(words ?? '')])
  })
})

function changed(part: object): string {
  const [cluster] = aFleet([aCluster('a/b')]).clusters
  return JSON.stringify({ ...aFleet([]), clusters: [{ ...cluster, ...part }] })
}

function errorOf(read: () => unknown): SnapshotError | undefined {
  try {
    read()
  } catch (error) {
    if (error instanceof SnapshotError) return error
    throw error
  }
  return undefined
}
