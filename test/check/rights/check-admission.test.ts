import { readFileSync } from 'node:fs'
import { loadAll } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import { fieldsAt } from '../history/fields.ts'
import {
  BLUE,
  GREEN,
  type LinePart,
  aCluster,
  aHistory,
  clusterWritten,
  deletionOf,
  handedOver,
} from '../sample-history.ts'
import { readAdmissionPolicy } from '../admission-policy.ts'
import { checkAdmission } from './check-admission.ts'

const manifests = loadAll(readFileSync('deploy/admission-policy/own-writes.yaml', 'utf8'))
const policy = readAdmissionPolicy(manifests, 'fitout-own-writes')
const ADDRESSEE = 'hand-over.fitout.dev/addressee'

const head = handedOver('secrets')
const name = head.name ?? ''

/** What was handed over, with a part of it as it should not be. */
function aHandOver(resource: 'clusterresourcesets' | 'secrets', part: object = {}): LinePart {
  const line = handedOver(resource)
  const usual =
    resource === 'secrets'
      ? { type: 'addons.cluster.x-k8s.io/resource-set' }
      : {
          spec: {
            strategy: 'Reconcile',
            resources: [{ kind: 'Secret', name }],
            clusterSelector: { matchLabels: { [ADDRESSEE]: BLUE.uid } },
          },
        }
  return { ...line, object: { ...fieldsAt(line.object), ...usual, ...part } }
}

function withMetadata(line: LinePart, metadata: object): LinePart {
  const object = fieldsAt(line.object)
  return { ...line, object: { ...object, metadata: { ...fieldsAt(object, 'metadata'), ...metadata } } }
}

/** A Cluster that another manager has given a label. */
const labelled = { 'team.example.com/name': 'a' }
const managed = (manager: string, label: string) => ({
  manager,
  operation: 'Apply',
  fieldsV1: { 'f:metadata': { 'f:labels': { [`f:${label}`]: {} } } },
})
const before = {
  ...aCluster(BLUE, { ...labelled, 'old.example.com/on': 'true' }, { paused: false }),
  status: { phase: 'Provisioned', conditions: [{ type: 'Available', status: 'True' }] },
}
const known = withMetadata(clusterWritten(before), {
  managedFields: [managed('ann', 'team.example.com/name'), managed('fitout', 'old.example.com/on')],
})

/** What Fitout makes of this Cluster. */
function changed(change: object, subresource?: string): LinePart {
  const { namespace, name: cluster } = BLUE
  const line = {
    op: 'apply',
    group: 'cluster.x-k8s.io',
    resource: 'clusters',
    namespace,
    name: cluster,
  } as const
  return { ...line, ...(subresource === undefined ? {} : { subresource }), object: { ...before, ...change } }
}

function labels(change: Readonly<Record<string, string>>, ...gone: readonly string[]): LinePart {
  const all = Object.entries({ ...before.metadata.labels, ...change }).filter(([key]) => !gone.includes(key))
  return changed({ metadata: { ...before.metadata, labels: Object.fromEntries(all) } })
}

function conditions(...types: readonly string[]): LinePart {
  const said = types.map(type => ({ type, status: 'True' }))
  return changed({ status: { phase: 'Provisioned', conditions: said } }, 'status')
}

describe('The policy lets through', () => {
  test.for<{ name: string; given: readonly LinePart[] }>([
    { name: 'a Secret that is a hand-over', given: [aHandOver('secrets')] },
    { name: 'a change of one', given: [aHandOver('secrets'), { ...aHandOver('secrets'), code: 200 }] },
    { name: 'the deletion of one', given: [aHandOver('secrets'), deletionOf(aHandOver('secrets'))] },
    { name: 'a ClusterResourceSet that is a hand-over', given: [aHandOver('clusterresourcesets')] },
    { name: 'a gate', given: [labels({ 'cni.example.com/on': 'true' })] },
    { name: 'a gate that Fitout withdraws', given: [labels({}, 'old.example.com/on')] },
    { name: 'the address of a Cluster', given: [labels({ [ADDRESSEE]: BLUE.uid })] },
    { name: 'the condition of Fitout', given: [conditions('Available', 'FitoutReady')] },
  ])('$name', ({ given }) => {
    expect(checkAdmission(aHistory(known, ...given), { policy })).toEqual([])
  })
})

describe('The policy refuses', () => {
  const theirs = { group: '', resource: 'secrets', namespace: 'default', name: 'theirs' }
  const object = { metadata: { name: 'theirs', namespace: 'default' }, type: 'Opaque' }
  test.for<{ name: string; given: readonly LinePart[]; want: string }>([
    {
      name: 'a kind that Fitout does not write',
      given: [{ op: 'create', group: '', resource: 'pods', name: 'x', object: { metadata: { name: 'x' } } }],
      want: 'does not write this kind',
    },
    {
      name: 'a token of a ServiceAccount',
      given: [aHandOver('secrets', { type: 'kubernetes.io/service-account-token' })],
      want: 'only Secrets that are hand-overs',
    },
    {
      name: 'a hand-over that nobody owns',
      given: [withMetadata(aHandOver('secrets'), { ownerReferences: [] })],
      want: 'only Secrets that are hand-overs',
    },
    {
      name: 'a hand-over in the name of another Cluster',
      given: [withMetadata(aHandOver('secrets'), { name: name.replace(BLUE.uid, GREEN.uid) })],
      want: 'only Secrets that are hand-overs',
    },
    {
      name: 'the deletion of a Secret of another owner',
      given: [
        { ...theirs, actor: 'ann', op: 'create', object },
        { ...theirs, op: 'delete' },
      ],
      want: 'only Secrets that are hand-overs',
    },
    {
      name: 'a hand-over to all Clusters',
      given: [aHandOver('clusterresourcesets', { spec: { clusterSelector: {} } })],
      want: 'only ClusterResourceSets that are hand-overs',
    },
    { name: 'a change of the spec', given: [changed({ spec: { paused: true } })], want: 'only labels' },
    {
      name: 'an annotation',
      given: [changed({ metadata: { ...before.metadata, annotations: { a: 'b' } } })],
      want: 'only labels',
    },
    {
      name: 'a label of another owner',
      given: [labels({ 'team.example.com/name': 'b' })],
      want: 'others have set',
    },
    { name: 'the removal of one', given: [labels({}, 'team.example.com/name')], want: 'others have set' },
    {
      name: 'the profile of a Cluster',
      given: [labels({ 'fitout.dev/profile': 'b' })],
      want: 'in the domains of',
    },
    { name: 'a label of Cluster API', given: [labels({ 'a.x-k8s.io/b': 'c' })], want: 'in the domains of' },
    {
      name: 'the address of another Cluster',
      given: [labels({ [ADDRESSEE]: GREEN.uid })],
      want: 'addressee',
    },
    { name: 'another condition', given: [conditions('Available', 'Paused')], want: 'only the condition' },
    { name: 'the end of a condition', given: [conditions('FitoutReady')], want: 'only the condition' },
    {
      name: 'another Lease',
      given: [
        {
          op: 'update',
          group: 'coordination.k8s.io',
          resource: 'leases',
          namespace: 'kube-system',
          name: 'kube-scheduler',
          object: { metadata: { name: 'kube-scheduler' } },
        },
      ],
      want: 'no Lease but its own',
    },
  ])('$name', ({ given, want }) => {
    const found = checkAdmission(aHistory(known, ...given), { policy })
    expect(found.map(({ sentence }) => sentence)).toEqual([expect.stringContaining(want)])
  })

  test('nothing of others', () => {
    const line = { ...theirs, actor: 'ann', op: 'create', object } as const
    expect(checkAdmission(aHistory(line), { policy })).toEqual([])
  })
})
