import { describe, expect, test } from 'vitest'
import { names } from '../../src/domain/api/api-names.ts'
import { checkOneNamespace } from './one-namespace.ts'
import {
  BLUE,
  type LinePart,
  aCleanRun,
  aCluster,
  aHistory,
  clusterFitoutMade,
  clusterWritten,
  handedOver,
  labelled,
  leaseHeld,
  saidReady,
  without,
} from './sample-history.ts'

const RED = {
  namespace: 'other',
  name: 'red',
  uid: '33333333-3333-4333-8333-333333333333',
} as never as typeof BLUE
const world = [clusterWritten(aCluster(BLUE)), clusterWritten(aCluster(RED))]

/** Fitout says what it rests on. */
function evidence(on: 'management' | 'workload', namespace: string): LinePart {
  const status = {
    steps: [{ name: 'cni', evidence: [{ on, object: { kind: 'HelmRelease', namespace, name: 'x' } }] }],
  }
  return { ...saidReady([]), body: { status } }
}

function owned(part: LinePart, uid: string): LinePart {
  return { ...part, body: { metadata: { ownerReferences: [{ kind: 'Cluster', name: 'red', uid }] } } }
}

const read = (resource: string, namespace: string, name: string): LinePart => ({ resource, namespace, name })

// As it is sent by those who make it.
const newborn = without(clusterWritten(aCluster(BLUE)), 'object')

const fine: readonly { name: string; given: LinePart }[] = [
  { name: 'its own Cluster as owner', given: owned(clusterFitoutMade(), BLUE.uid) },
  { name: 'its own kubeconfig', given: read('secrets', 'other', 'red-kubeconfig') },
  { name: 'a Secret beside the Cluster', given: read('secrets', 'default', 'outputs') },
  { name: 'what it found on the management cluster beside it', given: evidence('management', 'default') },
  { name: 'what it found on the workload cluster', given: evidence('workload', 'kube-system') },
  { name: 'what others read', given: { ...read('secrets', 'kube-system', 'x'), actor: 'ann' } },
  {
    name: 'what a workload cluster has',
    given: { ...read('configmaps', 'kube-system', 'x'), server: 'blue' },
  },
  { name: 'a Secret that does not exist', given: { ...read('secrets', 'empty', 'x'), code: 404 } },
]

const wrong: readonly { name: string; given: LinePart; fault: string }[] = [
  {
    name: 'an owner',
    given: owned(clusterFitoutMade(), RED.uid),
    fault: 'apply clusterfitouts.fitout.dev default/blue has owner "red" of another namespace',
  },
  {
    name: 'an address',
    given: labelled({ [names.addresseeLabel]: RED.uid }),
    fault: 'apply clusters.cluster.x-k8s.io default/blue gives the address of a Cluster of another namespace',
  },
  {
    name: 'a kubeconfig',
    given: read('secrets', 'default', 'red-kubeconfig'),
    fault: 'get secrets default/red-kubeconfig is about no Cluster "red" of this namespace',
  },
  {
    name: 'an input',
    given: read('configmaps', 'kube-system', 'x'),
    fault: 'get configmaps kube-system/x reads from a namespace that has no Cluster',
  },
  {
    name: 'a proof',
    given: evidence('management', 'other'),
    fault: 'apply clusterfitouts.fitout.dev/status default/blue rests on an object of namespace "other"',
  },
]

describe('One namespace', () => {
  test('is not left by whoever names no Cluster, when one has no UID yet', () => {
    const history = aHistory({ ...newborn, body: { metadata: { labels: {} } } }, leaseHeld())
    expect(checkOneNamespace(history)).toEqual([])
  })

  test('is enough for a clean run', () => expect(checkOneNamespace(aCleanRun())).toEqual([]))

  test.for(fine)('has $name', ({ given }) => {
    expect(checkOneNamespace(aHistory(...world, given))).toEqual([])
  })

  test.for(wrong)('is left by $name', ({ given, fault }) => {
    expect(checkOneNamespace(aHistory(...world, given))).toEqual([
      { rule: 'oneNamespace', seq: 3, t: 3000, sentence: fault },
    ])
  })

  test('is left by the values of a Cluster of another one', () => {
    const { body } = handedOver('clusterresourcesets', { ...RED, namespace: 'default' })
    const sentences = checkOneNamespace(aHistory(...world, { ...handedOver('clusterresourcesets'), body }))
    expect(sentences.map(({ sentence }) => sentence.split(' ').slice(3).join(' '))).toEqual([
      'has owner "red" of another namespace',
      'carries values of Cluster "red" of another namespace',
    ])
  })
})
