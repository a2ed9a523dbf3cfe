import { describe, expect, test } from 'vitest'
import type { Line } from './line.ts'
import { World } from './world.ts'

const line: Line = {
  seq: 1,
  t: 0,
  actor: 'ann',
  server: 'management',
  op: 'update',
  group: 'cluster.x-k8s.io',
  resource: 'clusters',
  namespace: 'default',
  name: 'blue',
  code: 200,
}

const before = {
  metadata: { namespace: 'default', name: 'blue', labels: { a: '1', b: '2' } },
  spec: { x: 1 },
}
const deleting = {
  metadata: { namespace: 'default', name: 'blue', deletionTimestamp: 'now', finalizers: ['f'] },
}

function blueAfter(parts: Partial<Line>): unknown {
  const world = new World({ clusters: [before] })
  world.see({ ...line, ...parts })
  return world.find('clusters', 'default', 'blue')
}

describe('The world', () => {
  test.for<{ name: string; given: Partial<Line>; want: unknown }>([
    { name: 'is as the server answered', given: { object: deleting, body: {} }, want: deleting },
    {
      name: 'has what a patch sent, where nobody kept the answer',
      given: { op: 'patch', body: { metadata: { labels: { a: null, c: '3' } } } },
      want: { ...before, metadata: { ...before.metadata, labels: { b: '2', c: '3' } } },
    },
    {
      name: 'has what an update sent, and nothing of before',
      given: { body: { spec: {} } },
      want: { metadata: { namespace: 'default', name: 'blue' }, spec: {} },
    },
    { name: 'keeps what waits for a finalizer', given: { op: 'delete', object: deleting }, want: deleting },
    { name: 'loses what is deleted', given: { op: 'delete', object: { kind: 'Status' } }, want: undefined },
    {
      name: 'loses what was deleted with its last finalizer',
      given: { object: { metadata: { ...deleting.metadata, finalizers: [] } } },
      want: undefined,
    },
    { name: 'stays when a write is refused', given: { body: {}, code: 409 }, want: before },
    { name: 'stays when something is read', given: { op: 'get', object: deleting }, want: before },
    {
      name: 'stays when a workload cluster changes',
      given: { object: deleting, server: 'blue' },
      want: before,
    },
    {
      name: 'stays when a token is made',
      given: { op: 'create', subresource: 'token', body: {} },
      want: before,
    },
  ])('$name', ({ given, want }) => expect(blueAfter(given)).toEqual(want))

  test('lists objects by their namespace', () => {
    const red = { metadata: { namespace: 'other', name: 'red' } }
    const world = new World({ clusters: [before, red] })
    expect(world.all('clusters')).toEqual([before, red])
    expect(world.all('clusters', 'other')).toEqual([red])
    expect(world.all('secrets')).toEqual([])
  })
})
