import { expect, test } from 'vitest'
import { sampleFleet } from '#test/simulator/sample-fleet.ts'
import { sampleCluster, sampleConnection } from '#test/simulator/sample-plan.ts'
import { karpenterChart } from '#test/simulator/sample-packs.ts'
import { SimulatedFleet } from './simulated-fleet.ts'

async function fittedOut() {
  const { fleet, untilReady } = sampleFleet(2, { seed: 1 })
  await untilReady()
  await fleet.clock.advance(60_000)
  const image = fleet.image()
  return { image, next: new SimulatedFleet({ seed: 2, image, workload: { chartOf: karpenterChart } }) }
}

test('a fleet that begins with the image of one that is fitted out has nothing to do', async () => {
  const { image, next } = await fittedOut()
  expect([next.readyCount, next.clock.now()]).toEqual([2, image.at])

  next.start()
  await next.clock.advance(120_000)

  expect(next.history.lines.filter(({ write }) => write !== undefined)).toEqual([])
  expect(next.readyCount).toBe(2)
})

test('a controller that starts on it looks at each cluster once: what it waited for is no news', async () => {
  const { next } = await fittedOut()
  next.start()
  await next.clock.advance(20_000)
  expect(next.history.lines.filter(({ op }) => op === 'version')).toHaveLength(2)
})

test('a cluster that comes to it is fitted out beside the others, and one that goes is gone', async () => {
  const { next } = await fittedOut()
  for (const object of [sampleCluster('late'), sampleConnection('late')]) next.put(object)
  next.delete(sampleCluster('cluster-0'))
  next.start()

  expect(await next.run(() => next.isReady('default/late'), 120_000)).toBe(true)
  expect([...next.workloads.keys()]).toEqual(['default/cluster-1', 'default/late'])
})
