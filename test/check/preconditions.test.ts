import { describe, expect, test } from 'vitest'
import { checkPreconditions } from './preconditions.ts'
import {
  type LinePart,
  aCleanRun,
  aHistory,
  handedOver,
  leaseHeld,
  opened,
  without,
} from './sample-history.ts'

const wrong: readonly { name: string; given: LinePart; sentence: string }[] = [
  {
    name: 'labels without the uid',
    given: without(opened('cni'), 'uid'),
    sentence: 'apply clusters.cluster.x-k8s.io default/blue does not name uid',
  },
  {
    name: 'labels without the version',
    given: without(opened('cni'), 'rv'),
    sentence: 'apply clusters.cluster.x-k8s.io default/blue does not name resourceVersion',
  },
  {
    name: 'labels with neither, even if they are refused',
    given: { ...without(opened('cni'), 'rv', 'uid'), code: 409 },
    sentence: 'apply clusters.cluster.x-k8s.io default/blue does not name uid and resourceVersion',
  },
  {
    name: 'a deletion of whatever has the name',
    given: { op: 'delete', resource: 'secrets', name: 'x' },
    sentence: 'delete secrets default/x does not name uid',
  },
  {
    name: 'an update of whatever is there',
    given: without(leaseHeld(), 'rv'),
    sentence:
      'update leases.coordination.k8s.io fitout-system/fitout-controller does not name resourceVersion',
  },
]

describe('Preconditions', () => {
  test('are in every write of a clean run', () => expect(checkPreconditions(aCleanRun())).toEqual([]))

  test.for(wrong)('are missed in $name', ({ given, sentence }) => {
    const history = aHistory(handedOver('secrets'), given)
    expect(checkPreconditions(history)).toEqual([{ rule: 'preconditions', seq: 2, t: 2000, sentence }])
  })

  test.for(['ann', 'fitout-lab'])('are not asked of others: %s', actor => {
    expect(checkPreconditions(aHistory({ ...without(opened('cni'), 'uid'), actor }))).toEqual([])
  })

  test('are not missed in what was refused before it was read', () => {
    const unread = { ...without(opened('cni'), 'uid', 'rv', 'body'), code: 403 }
    expect(checkPreconditions(aHistory(unread))).toEqual([])
  })

  test('are asked of each of several controllers', () => {
    const second = { ...without(opened('cni'), 'uid'), actor: 'fitout-2' }
    expect(checkPreconditions(aHistory(second))).toHaveLength(1)
  })
})
