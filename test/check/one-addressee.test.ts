import { describe, expect, test } from 'vitest'
import { names } from '../../src/domain/api/api-names.ts'
import { checkOneAddressee, momentsOf } from './one-addressee.ts'
import {
  BLUE,
  GREEN,
  aCleanRun,
  aCluster,
  aHistory,
  clusterWritten,
  deletionOf,
  handedOver,
} from './sample-history.ts'

const addressed = { [names.addresseeLabel]: BLUE.uid }
const blue = clusterWritten(aCluster(BLUE, addressed))
const set = handedOver('clusterresourcesets')
const thief = clusterWritten(aCluster(GREEN, addressed))
const honest = clusterWritten(aCluster(GREEN))
const stolen = `ClusterResourceSet default/fitout-${BLUE.uid}-flux selects Cluster "green", which is not its own`

describe('A hand-over', () => {
  test('has one addressee in a clean run', () => {
    expect(checkOneAddressee(momentsOf(aCleanRun()))).toEqual([])
    expect(momentsOf(aCleanRun()).map(({ seq }) => seq)).toEqual([2, 5, 7, 10])
  })

  test('has one addressee beside a Cluster of another namespace with the same label', () => {
    const elsewhere = { ...aCluster(GREEN, addressed).metadata, namespace: 'other' as never }
    const other = { ...clusterWritten({ ...aCluster(GREEN), metadata: elsewhere }), namespace: 'other' }
    expect(checkOneAddressee(momentsOf(aHistory(blue, set, other)))).toEqual([])
  })

  test.for([
    { name: 'a Cluster that has its label before it is there', given: [blue, thief, set] },
    { name: 'a Cluster that gets its label later', given: [blue, set, thief] },
  ])('must not reach $name', ({ given }) => {
    expect(checkOneAddressee(momentsOf(aHistory(...given)))).toEqual([
      { rule: 'oneAddressee', seq: 3, t: 3000, sentence: stolen },
    ])
  })

  test('may be withdrawn in the time that is given', () => {
    const touched = clusterWritten(aCluster(BLUE, { ...addressed, a: 'b' }))
    const inTime = momentsOf(aHistory(blue, set, thief, deletionOf(set), touched))
    expect(checkOneAddressee(inTime, { withinMs: 2000 })).toEqual([])
    const later = momentsOf(aHistory(blue, set, thief, blue, touched))
    expect(checkOneAddressee(later, { withinMs: 2000 }).map(({ seq }) => seq)).toEqual([5])
  })

  test('is told when it has ended and lasted too long', () => {
    const moments = momentsOf(aHistory(blue, set, thief, {}, {}, honest))
    expect(checkOneAddressee(moments, { withinMs: 2000 }).map(({ seq }) => seq)).toEqual([6])
    expect(checkOneAddressee(moments, { withinMs: 3001 })).toEqual([])
  })

  test('may reach its own Cluster when that was moved and has another identifier', () => {
    const moved = { ...BLUE, uid: '0b0d2c8e-4a0f-4a40-9a3a-6d6f2d9c1f77' as typeof BLUE.uid }
    const owner = { apiVersion: 'cluster.x-k8s.io/v1beta2', kind: 'Cluster', name: 'blue', uid: moved.uid }
    const { metadata, ...rest } = set.object as { readonly metadata: object }
    const brought = { ...set, object: { ...rest, metadata: { ...metadata, ownerReferences: [owner] } } }
    const anew = clusterWritten(aCluster(moved, addressed))
    expect(checkOneAddressee(momentsOf(aHistory(anew, brought)))).toEqual([])
    expect(checkOneAddressee(momentsOf(aHistory(anew, set)))).toHaveLength(1)
  })

  test('is told once as long as it lasts', () => {
    const touched = clusterWritten(aCluster(BLUE, { ...addressed, a: 'b' }))
    const moments = momentsOf(aHistory(blue, set, thief, touched, honest, blue))
    expect(checkOneAddressee(moments)).toHaveLength(1)
  })
})
