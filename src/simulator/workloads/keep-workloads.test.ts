import { describe, expect, test } from 'vitest'
import { evaluateHealth } from '../../domain/health/evaluate-health.ts'
import { partOf } from '../../domain/object/fields.ts'
import { workloadObject } from '../fleet/add-on-objects.ts'
import { writeByModel } from '../models/model-write.ts'
import { sampleStore } from '#test/simulator/sample-store.ts'
import { keepWorkloads } from './keep-workloads.ts'
import { readyNode } from './nodes.ts'
import { runPods } from './run-pods.ts'

function scene(nodes: number) {
  const sample = sampleStore()
  const { store } = sample
  const addNode = (name: string, labels = {}): void => {
    const kind = store.kinds.named('v1', 'Node')
    const node = readyNode(name, store.timestamp(), labels)
    sample.put(node)
    const made = sample.get('v1 Node', name)
    if (kind && made) writeByModel(store, kind, { ...made, status: node['status'] })
  }
  for (let index = 0; index < nodes; index += 1) addNode(`node-${index}`)
  store.attach(runPods(store, { hasImage: image => !image.includes('missing') }))
  store.attach(keepWorkloads(store))
  const health = (kind: string, key: string): string => {
    const object = sample.get(kind, key)
    return evaluateHealth(object, { now: sample.clock.now(), reader: 'flux' }).status
  }
  return { ...sample, addNode, health }
}

const app = { namespace: 'default', name: 'app', image: 'example.com/app:1' }

describe('a Deployment', () => {
  const cases = [
    { name: 'is current a second after it was made', nodes: 1, object: app, afterMs: 1000, want: 'Current' },
    { name: 'waits for its pods', nodes: 1, object: app, afterMs: 500, want: 'InProgress' },
    { name: 'waits for a node', nodes: 0, object: app, afterMs: 60_000, want: 'InProgress' },
    {
      name: 'waits for an image that cannot be had',
      nodes: 1,
      object: { ...app, image: 'example.com/missing:1' },
      afterMs: 60_000,
      want: 'InProgress',
    },
    {
      name: 'fails when it has not got on for ten minutes',
      nodes: 0,
      object: app,
      afterMs: 700_000,
      want: 'Failed',
    },
  ]
  test.for(cases)('$name', async ({ nodes, object, afterMs, want }) => {
    const { clock, put, health } = scene(nodes)
    put(workloadObject('Deployment', object))
    await clock.advance(afterMs)
    expect(health('apps/v1 Deployment', 'default/app')).toBe(want)
  })

  test('gets its pods as soon as a node is there that they select', async () => {
    const { clock, put, health, addNode } = scene(1)
    put(workloadObject('Deployment', { ...app, nodeSelector: { pool: 'a' } }))
    await clock.advance(5000)
    addNode('other', { pool: 'b' })
    await clock.advance(5000)
    expect(health('apps/v1 Deployment', 'default/app')).toBe('InProgress')
    addNode('fitting', { pool: 'a' })
    await clock.advance(1000)
    expect(health('apps/v1 Deployment', 'default/app')).toBe('Current')
  })

  test('replaces its pods when its template changes', async () => {
    const { clock, put, get, store } = scene(1)
    put(workloadObject('Deployment', app))
    await clock.advance(2000)
    put(workloadObject('Deployment', { ...app, image: 'example.com/app:2' }))
    await clock.advance(2000)
    const pods = store.snapshotAt(store.revision, { group: '', plural: 'pods' })
    expect(pods.map(pod => partOf(pod, 'spec')['containers'])).toEqual([
      [{ name: 'main', image: 'example.com/app:2' }],
    ])
    expect(get('apps/v1 Deployment', 'default/app')?.['status']).toMatchObject({
      observedGeneration: 2,
      updatedReplicas: 1,
    })
  })
})

test('a DaemonSet has a pod on every node, also on those that come later', async () => {
  const { clock, put, get, addNode, health } = scene(2)
  put(workloadObject('DaemonSet', app))
  await clock.advance(2000)
  expect(get('apps/v1 DaemonSet', 'default/app')?.['status']).toMatchObject({
    desiredNumberScheduled: 2,
    numberReady: 2,
  })
  addNode('late')
  await clock.advance(100)
  expect(health('apps/v1 DaemonSet', 'default/app')).toBe('InProgress')
  await clock.advance(2000)
  expect(health('apps/v1 DaemonSet', 'default/app')).toBe('Current')
})

test('a StatefulSet is current with all its pods, and a Job when they are through', async () => {
  const { clock, put, health } = scene(1)
  const template = { spec: { containers: [{ name: 'main', image: 'example.com/app:1' }] } }
  const metadata = { name: 'app', namespace: 'default' }
  put({ apiVersion: 'apps/v1', kind: 'StatefulSet', metadata, spec: { replicas: 2, template } })
  put({ apiVersion: 'batch/v1', kind: 'Job', metadata, spec: { template } })
  await clock.advance(5000)
  expect([health('apps/v1 StatefulSet', 'default/app'), health('batch/v1 Job', 'default/app')]).toEqual([
    'Current',
    'Current',
  ])
})
