import { expect, test } from 'vitest'
import { names } from '../../src/domain/api/api-names.ts'
import { seededRandom } from '../../src/simulator/clock/seeded-random.ts'
import { aFittedScene } from '../truth/sample-scene.ts'
import { moveCluster } from './trouble-moves.ts'

test('a Cluster that is moved is another one on the same workload cluster, with the labels of the old one', async () => {
  const scene = await aFittedScene()
  const [before, workload] = [scene.cluster('cluster-0'), scene.workload('cluster-0')]
  const end = moveCluster(scene, seededRandom(1))
  await scene.fleet.clock.advance(10_000)
  end?.()
  await scene.fleet.clock.advance(1_000)
  const after = scene.cluster('cluster-0')
  expect(after?.metadata.uid).not.toBe(before?.metadata.uid)
  expect(after?.metadata.labels).toEqual(before?.metadata.labels)
  expect(after?.metadata.labels?.[names.addresseeLabel]).toBe(before?.metadata.uid)
  expect(scene.workload('cluster-0')).toBe(workload)
  expect(scene.clusterFitout('cluster-0')).toMatchObject({
    metadata: { ownerReferences: [{ uid: after?.metadata.uid }] },
  })
  expect(scene.clusterFitout('cluster-0')?.['status']).toBeUndefined()
  expect(scene.secret(`fitout-${before?.metadata.uid}-karpenter`)).toBeDefined()
  expect(scene.opened).toEqual([])
})
