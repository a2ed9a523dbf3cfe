import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { resources } from '../../controller/world/resources.ts'
import {
  aPlan,
  conditionOf,
  deployment,
  fitOut,
  gatesOf,
  prepare,
  profile,
  statusOf,
} from '#test/simulator/small-plan.ts'
import { SmallWorld } from '#test/simulator/small-world.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

let world: SmallWorld
beforeEach(async () => {
  world = new SmallWorld()
  await prepare(world)
})
afterEach(() => world.stop())

describe('A paused cluster', () => {
  test('gets no gate and no hand-over', async () => {
    world.start()
    await world.clock.advance(SECOND)
    await world.putCluster(profile, { paused: true })
    await world.clock.advance(SECOND)
    world.writes = []
    await world.bind('app', ['app-pack'])
    await world.make(deployment)
    await world.clock.advance(5 * MINUTE)
    expect(world.writes.filter(write => write !== 'apply status of clusterfitouts blue')).toEqual([])
    expect(await statusOf(world)).toMatchObject({ state: 'Paused' })
  })

  test('gets no gate that was decided on before it was paused', async () => {
    let isPaused = false
    world.beforeApply = async object => {
      if (object.kind !== 'Cluster' || object.metadata.labels === undefined || isPaused) return
      isPaused = true
      await world.putCluster(profile, { paused: true })
    }
    world.start()
    await world.clock.advance(MINUTE)
    expect([isPaused, await gatesOf(world)]).toEqual([true, []])
  })

  test('is not begun with', async () => {
    await world.putCluster(profile, { paused: true })
    world.start()
    await world.clock.advance(5 * MINUTE)
    expect(world.writes.filter(write => write !== 'apply status of fitouts test')).toEqual([])
  })
})

describe('A cluster that its Fitout lets go', () => {
  test('keeps nothing of it on the management cluster', async () => {
    await fitOut(world)
    const { uid = '' } = (await world.get('cluster', 'blue')).metadata
    await world.management.api().delete({ resource: resources.fitout, namespace: 'default', name: 'test' })
    await world.clock.advance(MINUTE)
    const cluster = await world.get('cluster', 'blue')
    expect(cluster.metadata.labels).toEqual(profile)
    expect(await conditionOf(world)).toBeUndefined()
    expect(await world.has('clusterFitout', 'blue')).toBe(false)
    expect(await world.has('resourceSet', `fitout-${uid}-values`)).toBe(false)
    expect(await world.has('secret', `fitout-${uid}-values`)).toBe(false)
  })

  test('is not taken by a younger one before, which says so', async () => {
    world.start()
    await world.clock.advance(SECOND)
    await world.put(aPlan('younger'))
    await world.clock.advance(MINUTE)
    expect((await world.get('fitout', 'younger'))['status']).toMatchObject({
      clusters: { total: 0 },
      conditions: [
        {
          type: 'Ready',
          status: 'False',
          reason: 'FitoutConflict',
          message: 'Older Fitouts already select cluster "blue"',
        },
        { type: 'Stalled', status: 'True' },
      ],
    })
    expect((await world.get('fitout', 'test'))['status']).toMatchObject({
      clusters: { total: 1, fittingOut: 1 },
    })
  })
})
