import { describe, expect, test } from 'vitest'
import { checkLatch } from './latch.ts'
import {
  BLUE,
  type LinePart,
  aCleanRun,
  aCluster,
  aHistory,
  clusterWritten,
  gateOf,
  opened,
  planned,
} from './sample-history.ts'

const world = [planned('cni', 'flux'), clusterWritten(aCluster(BLUE)), opened('cni', 'flux')]
const deleted = {
  ...aCluster(BLUE),
  metadata: { ...aCluster(BLUE).metadata, deletionTimestamp: '2026-11-16T12:00:00Z', finalizers: ['x'] },
}
const unselected = { ...aCluster(BLUE), metadata: { ...aCluster(BLUE).metadata, labels: {} as never } }

const fine: readonly { name: string; given: readonly LinePart[] }[] = [
  { name: 'the plan lost', given: [planned('cni'), opened('cni')] },
  { name: 'another client had taken away', given: [clusterWritten(aCluster(BLUE)), opened('cni')] },
  {
    name: 'another client had given another value, and then the old one',
    given: [
      clusterWritten(aCluster(BLUE, { [gateOf('cni')]: 'true', [gateOf('flux')]: 'false' })),
      clusterWritten(aCluster(BLUE, { [gateOf('cni')]: 'true', [gateOf('flux')]: 'true' })),
      opened('cni'),
    ],
  },
  { name: 'was refused to be closed', given: [{ ...opened('cni'), code: 409 }] },
  { name: 'of a Cluster that is being deleted', given: [clusterWritten(deleted), opened()] },
  { name: 'of a Cluster that no plan selects any more', given: [clusterWritten(unselected), opened()] },
  {
    name: 'whose plan was deleted',
    given: [{ ...planned(), op: 'delete' }, opened()],
  },
]

describe('A gate', () => {
  test('stays open in a clean run', () => expect(checkLatch(aCleanRun())).toEqual([]))

  test.for(fine)('may be closed if it is one that $name', ({ given }) => {
    expect(checkLatch(aHistory(...world, ...given))).toEqual([])
  })

  test('may not be closed while its plan has it', () => {
    expect(checkLatch(aHistory(...world, opened('cni')))).toEqual([
      {
        rule: 'latch',
        seq: 4,
        t: 4000,
        sentence: 'Cluster default/blue lost gate flux.example.com/on, and its plan still has it',
      },
    ])
  })

  test('may be closed by a plan that was edited a moment ago, if that is asked for', () => {
    const history = aHistory(...world, planned('cni'), planned('cni', 'flux'), opened('cni'))
    expect(checkLatch(history, { staleMs: 1000 })).toEqual([])
    expect(checkLatch(history)).toHaveLength(1)
  })
})
