import { describe, expect, test } from 'vitest'
import { names } from '../../src/domain/api/api-names.ts'
import { checkOwnWrites } from './own-writes.ts'
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
  gateOf,
  handedOver,
  labelled,
  leaseHeld,
  opened,
  planned,
  without,
} from './sample-history.ts'

const world = [planned('cni'), clusterWritten(aCluster(BLUE))]
const onCluster = 'apply clusters.cluster.x-k8s.io default/blue'
const onStatus = 'apply clusters.cluster.x-k8s.io/status default/blue'

/** Fitout writes these conditions of blue. */
function conditions(...types: readonly string[]): LinePart {
  const body = { metadata: { name: 'blue' }, status: { conditions: types.map(type => ({ type })) } }
  return { ...opened(), subresource: 'status', force: true, body }
}

function withBody(part: LinePart, body: object): LinePart {
  return { ...part, body: { ...(part.body as object), ...body } }
}

const fine: readonly { name: string; given: readonly LinePart[] }[] = [
  { name: 'its condition', given: [conditions(names.clusterCondition)] },
  { name: 'what was refused before it was read', given: [{ ...without(opened('cni'), 'body'), code: 403 }] },
  { name: 'its condition withdrawn', given: [conditions()] },
  { name: 'its labels withdrawn', given: [labelled({})] },
  { name: 'the address of the Cluster', given: [labelled({ [names.addresseeLabel]: BLUE.uid })] },
  {
    name: 'an Event',
    given: [{ op: 'create', group: 'events.k8s.io', resource: 'events', fieldManager: 'fitout', body: {} }],
  },
  { name: 'the end of a hand-over', given: [handedOver('secrets'), deletionOf(handedOver('secrets'))] },
  {
    name: 'the end of a hand-over that waits for a finalizer',
    given: [handedOver('secrets'), deletionOf(handedOver('secrets')), deletionOf(handedOver('secrets'))],
  },
  { name: 'the end of its own object', given: [clusterFitoutMade(), deletionOf(clusterFitoutMade())] },
  { name: 'the end of what is gone already', given: [{ ...deletionOf(handedOver('secrets')), code: 404 }] },
  { name: 'whatever others write', given: [{ ...opened('other'), actor: 'ann' }] },
  { name: 'any read of a workload cluster', given: [{ op: 'list', resource: 'pods', server: 'blue' }] },
]

const wrong: readonly { name: string; given: LinePart; sentence: string }[] = [
  {
    name: 'a write to a workload cluster',
    given: { op: 'create', resource: 'configmaps', name: 'x', server: 'blue' },
    sentence: 'create configmaps default/x is a write to workload cluster "blue"',
  },
  {
    name: 'a kind that is not its own',
    given: { op: 'create', resource: 'configmaps', name: 'x', body: {} },
    sentence: 'create configmaps default/x is no write of Fitout',
  },
  {
    name: 'a plan',
    given: { ...planned('cni'), actor: 'fitout' },
    sentence: 'update fitouts.fitout.dev default/test is no write of Fitout',
  },
  {
    name: 'a Secret that is replaced as a whole',
    given: { ...handedOver('secrets'), op: 'update' },
    sentence: `update secrets default/fitout-${BLUE.uid}-flux is no write of Fitout`,
  },
  {
    name: 'a label that is no gate',
    given: labelled({ 'team.example.com/name': 'a' }),
    sentence: `${onCluster} writes label team.example.com/name=a`,
  },
  {
    name: 'a gate with another value',
    given: labelled({ [gateOf('cni')]: 'maybe' }),
    sentence: `${onCluster} writes label cni.example.com/on=maybe`,
  },
  {
    name: 'the address of another Cluster',
    given: labelled({ [names.addresseeLabel]: GREEN.uid }),
    sentence: `${onCluster} writes label ${names.addresseeLabel}=${GREEN.uid}`,
  },
  {
    name: 'the spec of a Cluster',
    given: withBody(opened('cni'), { spec: { paused: true } }),
    sentence: `${onCluster} writes field spec`,
  },
  {
    name: 'labels by force',
    given: { ...opened('cni'), force: true },
    sentence: `${onCluster} takes fields from others by force`,
  },
  {
    name: 'labels by another field manager',
    given: { ...opened('cni'), fieldManager: 'node' },
    sentence: `${onCluster} has field manager "node"`,
  },
  {
    name: 'a condition of others',
    given: conditions(names.clusterCondition, 'Available'),
    sentence: `${onStatus} writes condition "Available"`,
  },
  {
    name: 'another part of the status of a Cluster',
    given: withBody(conditions(), { status: { phase: 'Provisioned' } }),
    sentence: `${onStatus} writes field status.phase`,
  },
  {
    name: 'a Secret that is no hand-over',
    given: withBody(handedOver('secrets'), { metadata: { name: 'x', namespace: 'default' } }),
    sentence: `apply secrets default/fitout-${BLUE.uid}-flux is about no hand-over of Fitout`,
  },
  {
    name: 'the end of a Secret that it did not make',
    given: { op: 'delete', resource: 'secrets', name: 'blue-kubeconfig' },
    sentence: 'delete secrets default/blue-kubeconfig is about no hand-over of Fitout',
  },
  {
    name: 'the end of a ClusterFitout that it did not make',
    given: deletionOf(clusterFitoutMade()),
    sentence: `delete clusterfitouts.fitout.dev default/blue is about an object without label ${names.ownerLabel}`,
  },
  {
    name: 'the lease of another owner',
    given: { ...leaseHeld(), name: 'capi' },
    sentence:
      'update leases.coordination.k8s.io fitout-system/capi is about another lease than fitout-system/fitout-controller',
  },
  {
    name: 'a write of which nobody knows what was sent',
    given: without(opened('cni'), 'body'),
    sentence: `${onCluster} cannot be evaluated: the history does not contain what was sent`,
  },
]

describe('Own writes', () => {
  test('are all there is in a clean run', () => expect(checkOwnWrites(aCleanRun())).toEqual([]))

  test.for(fine)('are or do not matter: $name', ({ given }) => {
    expect(checkOwnWrites(aHistory(...world, ...given))).toEqual([])
  })

  test.for(wrong)('are not: $name', ({ given, sentence }) => {
    expect(checkOwnWrites(aHistory(...world, given))).toEqual([
      { rule: 'ownWrites', seq: 3, t: 3000, sentence },
    ])
  })

  test.for(['clusterresourcesets', 'secrets'] as const)(
    'may end twice what was there before: %s',
    resource => {
      const made = handedOver(resource)
      const history = aHistory(...world, deletionOf(made), deletionOf(made))
      expect(checkOwnWrites(history, { start: { [resource]: [made.body] } })).toEqual([])
      expect(checkOwnWrites(history)).toHaveLength(2)
    },
  )

  test('are those of another lease, if it has another name', () => {
    const lease = 'sim/leader'
    const held = { ...leaseHeld(), namespace: 'sim', name: 'leader' }
    expect(checkOwnWrites(aHistory(held), { lease })).toEqual([])
    expect(checkOwnWrites(aHistory(leaseHeld()), { lease })).toHaveLength(1)
  })
})
