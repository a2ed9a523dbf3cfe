import { expect, test } from 'vitest'
import { sampleCluster } from '../simulator/sample-plan.ts'
import { gates } from '../swarm/swarm-plan.ts'
import type { Scene } from '../swarm/scene.ts'
import { aFittedScene, aNewScene } from './sample-scene.ts'

// As the controller does it, who is the only one that does not act by hand.
function open(scene: Scene, gate: string): void {
  const cluster = scene.cluster('cluster-0') ?? sampleCluster('cluster-0')
  const labels = { ...cluster.metadata.labels, [gate]: 'true' }
  scene.fleet.put({ ...cluster, metadata: { ...cluster.metadata, labels } })
}

test('a gate that opens before anybody has asked the cluster is reported', async () => {
  const scene = aNewScene()
  await scene.fleet.run(() => scene.workload('cluster-0') !== undefined, 60_000)
  open(scene, gates.flux)
  const problem = 'DaemonSet network/cni-node was not read before'
  expect(scene.opened).toEqual([{ t: scene.now, cluster: 'cluster-0', step: 'flux', problem }])
})

test('a gate that opens before there is a cluster is reported', () => {
  const scene = aNewScene()
  open(scene, gates.cni)
  expect(scene.opened.map(({ problem }) => problem)).toEqual(['there is no workload cluster'])
})

test('a gate that people open is theirs', () => {
  const scene = aNewScene()
  scene.byHand(() => open(scene, gates.cni))
  expect(scene.opened).toEqual([])
})

test('the gates of a controller that asks before each of them are well', async () => {
  const scene = aNewScene()
  scene.fleet.start()
  await scene.fleet.run(() => scene.isReady(), 120_000)
  expect(scene.opened.map(({ step, problem }) => [step, problem])).toEqual([
    ['cni', undefined],
    ['flux', undefined],
    ['extras', undefined],
    ['karpenter', undefined],
    ['nodes', undefined],
  ])
})

test('a fleet that was fitted out opens nothing', async () => {
  const scene = await aFittedScene()
  scene.fleet.start()
  await scene.fleet.clock.advance(60_000)
  expect(scene.opened).toEqual([])
})
