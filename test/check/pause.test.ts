import { describe, expect, test } from 'vitest'
import { checkPause } from './pause.ts'
import {
  BLUE,
  GREEN,
  type LinePart,
  aCleanRun,
  aCluster,
  aHistory,
  clusterFitoutMade,
  clusterWritten,
  deletionOf,
  handedOver,
  labelled,
  leaseHeld,
  opened,
  planned,
  saidReady,
} from './sample-history.ts'

const paused = clusterWritten(aCluster(BLUE, {}, { paused: true }))
const annotated = clusterWritten({
  ...aCluster(BLUE),
  metadata: { ...aCluster(BLUE).metadata, annotations: { 'cluster.x-k8s.io/paused': '' } } as never,
})
const unpaused = clusterWritten(aCluster(BLUE))

const fine: readonly { name: string; given: readonly LinePart[] }[] = [
  { name: 'the status of its own object', given: [paused, saidReady([])] },
  {
    name: 'an Event',
    given: [paused, { op: 'create', resource: 'events', body: { regarding: { name: 'blue' } } }],
  },
  { name: 'the lease', given: [paused, leaseHeld()] },
  { name: 'labels of another Cluster', given: [paused, labelled({}, GREEN)] },
  { name: 'labels after the pause', given: [paused, unpaused, opened('cni')] },
  { name: 'labels that were refused', given: [paused, { ...opened('cni'), code: 409 }] },
]

const wrong: readonly { name: string; pause?: LinePart; given: LinePart; call: string }[] = [
  { name: 'labels', given: opened('cni'), call: 'apply clusters.cluster.x-k8s.io default/blue' },
  {
    name: 'labels of a Cluster that is paused by annotation',
    pause: annotated,
    given: opened('cni'),
    call: 'apply clusters.cluster.x-k8s.io default/blue',
  },
  {
    name: 'the condition',
    given: { ...opened(), subresource: 'status' },
    call: 'apply clusters.cluster.x-k8s.io/status default/blue',
  },
  {
    name: 'its own object',
    given: clusterFitoutMade(),
    call: 'apply clusterfitouts.fitout.dev default/blue',
  },
  {
    name: 'the Secret of a hand-over',
    given: handedOver('secrets'),
    call: `apply secrets default/fitout-${BLUE.uid}-flux`,
  },
]

describe('A pause', () => {
  test('is no matter in a clean run', () => expect(checkPause(aCleanRun())).toEqual([]))

  test.for(fine)('lets pass $name', ({ given }) => {
    expect(checkPause(aHistory(planned('cni'), ...given))).toEqual([])
  })

  test.for(wrong)('is broken by $name', ({ pause = paused, given, call }) => {
    expect(checkPause(aHistory(planned('cni'), pause, given))).toEqual([
      {
        rule: 'pause',
        seq: 3,
        t: 3000,
        sentence: `${call} concerns Cluster default/blue, which is paused`,
      },
    ])
  })

  test('is broken by the deletion of a hand-over', () => {
    const history = aHistory(handedOver('secrets'), paused, deletionOf(handedOver('secrets')))
    expect(checkPause(history).map(({ seq }) => seq)).toEqual([3])
  })

  test('gives time to what was on its way, but not to labels', () => {
    const history = aHistory(paused, handedOver('secrets'), opened('cni'))
    expect(checkPause(history, { graceMs: 1000 }).map(({ seq }) => seq)).toEqual([3])
    expect(checkPause(history, { graceMs: 999 }).map(({ seq }) => seq)).toEqual([2, 3])
  })
})
