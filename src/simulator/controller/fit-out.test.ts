import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { resources } from '../../controller/world/resources.ts'
import { names } from '../../domain/api/api-names.ts'
import {
  APP,
  VALUES,
  conditionOf,
  deployment,
  done,
  fitOut,
  gatesOf,
  handedOver,
  prepare,
  profile,
  states,
  statusOf,
} from '#test/simulator/small-plan.ts'
import { SmallWorld, head } from '#test/simulator/small-world.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

let world: SmallWorld
beforeEach(async () => {
  world = new SmallWorld()
  await prepare(world)
})
afterEach(() => world.stop())

describe('A cluster is fitted out', () => {
  test('step by step, each gate after the proof of the step before', async () => {
    world.start()
    await world.clock.advance(SECOND)
    expect(await gatesOf(world)).toEqual([APP])
    expect(await states(world)).toEqual(['api Ready', 'app Delivering', 'values Waiting'])

    await world.bind('app', ['app-pack'])
    await world.clock.advance(SECOND)
    expect(await states(world)).toEqual(['api Ready', 'app Proving', 'values Waiting'])
    expect(await gatesOf(world)).toEqual([APP])

    await world.make(deployment)
    await world.clock.advance(SECOND)
    expect(await gatesOf(world)).toEqual([APP])
    expect(await states(world)).toEqual(['api Ready', 'app Ready', 'values Held'])

    await world.make(handedOver('arn-1'))
    await world.clock.advance(10 * SECOND)
    expect(await gatesOf(world)).toEqual([APP, VALUES])
    expect(await states(world)).toEqual(['api Ready', 'app Ready', 'values Proving'])

    await world.make(done)
    await world.clock.advance(SECOND)
    expect(await states(world)).toEqual(['api Ready', 'app Ready', 'values Ready'])
    expect(await conditionOf(world)).toMatchObject({ status: 'True', reason: 'Ready' })
    expect(await notes()).toEqual([
      'Step "api" became ready',
      'Opened the gate of step "app"',
      'Step "app" became ready',
      'Opened the gate of step "values"',
      'Step "values" became ready',
      'All steps are ready',
    ])
  })

  test('and then left alone, by the same controller and by the next one', async () => {
    await fitOut(world)
    world.writes = []
    await world.clock.advance(10 * MINUTE)
    expect(world.writes).toEqual([])
    await world.stop()
    world.start()
    await world.clock.advance(10 * MINUTE)
    expect(world.writes).toEqual([])
  })

  test('although another client writes to the Cluster at the same moment', async () => {
    let left = 3
    world.beforeApply = async object => {
      if (object.kind !== 'Cluster' || object.metadata.labels === undefined || left-- <= 0) return
      await world.put(head('cluster', 'blue', { labels: profile, annotations: { left: String(left) } }))
    }
    world.start()
    await world.clock.advance(5 * SECOND)
    expect(left).toBeLessThan(0)
    expect(await gatesOf(world)).toEqual([APP])
  })

  test('and looked at again when a person asks for it', async () => {
    await fitOut(world)
    await world.put({
      ...head('clusterFitout', 'blue', { annotations: { [names.refreshAnnotation]: 'now' } }),
    })
    await world.clock.advance(SECOND)
    expect(await statusOf(world)).toMatchObject({ refreshed: 'now' })
  })
})

async function notes(): Promise<readonly string[]> {
  const { items } = await world.management.api().list({ resource: resources.event })
  const inOrder = items.toSorted(
    (a, b) => Number(a.metadata.resourceVersion) - Number(b.metadata.resourceVersion),
  )
  return inOrder.map(({ note }) => String(note))
}
