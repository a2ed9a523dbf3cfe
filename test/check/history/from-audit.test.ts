import { describe, expect, test } from 'vitest'
import { type AuditRecord, fromAudit, mergeHistories } from './from-audit.ts'

const CLUSTERS = '/apis/cluster.x-k8s.io/v1beta2/namespaces/default/clusters'
const clusterRef = { apiGroup: 'cluster.x-k8s.io', resource: 'clusters', namespace: 'default', name: 'blue' }
const body = {
  apiVersion: 'cluster.x-k8s.io/v1beta2',
  kind: 'Cluster',
  metadata: { name: 'blue', namespace: 'default', uid: 'u', resourceVersion: '7', labels: {} },
}

function aRecord(parts: Partial<AuditRecord>): AuditRecord {
  return {
    verb: 'get',
    requestURI: `${CLUSTERS}/blue`,
    user: { username: 'ann' },
    objectRef: clusterRef,
    responseStatus: { code: 200 },
    requestReceivedTimestamp: '1970-01-01T00:00:01.000000Z',
    stageTimestamp: '1970-01-01T00:00:02.345678Z',
    ...parts,
  }
}

const cluster = { group: 'cluster.x-k8s.io', resource: 'clusters', namespace: 'default', name: 'blue' }
const line = { seq: 1, t: 2345, actor: 'ann', server: 'management', op: 'get', ...cluster, code: 200 }

describe('An audit log', () => {
  test.for<{ name: string; given: Partial<AuditRecord>; want: object }>([
    { name: 'a read', given: {}, want: line },
    {
      name: 'an apply',
      given: {
        verb: 'patch',
        requestURI: `${CLUSTERS}/blue?fieldManager=fitout&force=false`,
        requestObject: body,
        responseObject: { ...body, spec: {} },
      },
      want: {
        ...line,
        op: 'apply',
        fieldManager: 'fitout',
        force: false,
        uid: 'u',
        rv: '7',
        body,
        object: { ...body, spec: {} },
      },
    },
    {
      name: 'an apply that does not say whether it is forced',
      given: { verb: 'patch', requestObject: { kind: 'Cluster' } },
      want: { ...line, op: 'apply', body: { kind: 'Cluster' } },
    },
    {
      name: 'a merge patch of a subresource',
      given: {
        verb: 'patch',
        objectRef: { ...clusterRef, subresource: 'status' },
        requestObject: { status: {} },
      },
      want: { ...line, op: 'patch', subresource: 'status', body: { status: {} } },
    },
    {
      name: 'a creation, whose name is in its body',
      given: {
        verb: 'create',
        requestURI: CLUSTERS,
        objectRef: { apiGroup: 'cluster.x-k8s.io', resource: 'clusters', namespace: 'default' },
        requestObject: { metadata: { name: 'blue' } },
        responseStatus: { code: 201 },
      },
      want: { ...line, op: 'create', code: 201, body: { metadata: { name: 'blue' } } },
    },
    {
      name: 'a deletion with a precondition',
      given: { verb: 'delete', requestObject: { preconditions: { uid: 'u' } } },
      want: { ...line, op: 'delete', uid: 'u', body: { preconditions: { uid: 'u' } } },
    },
    {
      name: 'a list from a version',
      given: { verb: 'list', requestURI: `${CLUSTERS}?resourceVersion=0` },
      want: { ...line, op: 'list', rv: '0' },
    },
    {
      name: 'a call by the account of Fitout',
      given: { user: { username: 'system:serviceaccount:fitout-system:fitout' } },
      want: { ...line, actor: 'fitout' },
    },
    {
      name: 'a call by a client that calls itself fitout',
      given: { userAgent: 'fitout/0.1.0' },
      want: { ...line, actor: 'fitout' },
    },
  ])('tells of $name', ({ given, want }) => expect(fromAudit([aRecord(given)])).toEqual([want]))

  test('of what is about no resource is left out', () => {
    const discovery = aRecord({ requestURI: '/apis', objectRef: {} })
    expect(fromAudit([discovery, aRecord({})])).toEqual([line])
  })

  test('can be that of a workload cluster, with actors of its own', () => {
    const source = { server: 'blue', actorOf: () => 'somebody' }
    expect(fromAudit([aRecord({})], source)).toEqual([{ ...line, server: 'blue', actor: 'somebody' }])
  })

  test('is merged with others by time', () => {
    const late = fromAudit([aRecord({})])
    const early = fromAudit([aRecord({ stageTimestamp: '1970-01-01T00:00:01Z' })], { server: 'blue' })
    expect(mergeHistories(late, early)).toEqual([
      { ...line, server: 'blue', t: 1000 },
      { ...line, seq: 2 },
    ])
  })
})
