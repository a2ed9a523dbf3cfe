import { expect, test } from 'vitest'
import { endOf } from './end-state.ts'
import { Scene } from './scene.ts'

function aScene(): Scene {
  return new Scene({ beginning: { clusters: 2, steps: 6, edition: 'base', version: 1 } })
}

test('the end of a run is the same whenever it was made, and another one when a value is', async () => {
  const [one, other] = [aScene(), aScene()]
  await one.fleet.clock.advance(30_000)
  await other.fleet.clock.advance(40_000)
  other.putValue('cluster-1', 2)
  expect(endOf(other)).not.toEqual(endOf(one))
  other.putValue('cluster-1', 1)
  expect(endOf(other)).toEqual(endOf(one))
})

test('identifiers are told by whose they are', () => {
  const scene = aScene()
  const cluster = scene.cluster('cluster-1')
  const labels = { 'example.com/uid': cluster?.metadata.uid ?? '' }
  scene.fleet.put({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'x', namespace: 'default', labels },
  })
  expect(endOf(scene).get('management configmaps default/x')).toContain('uid-of-cluster-1')
})
