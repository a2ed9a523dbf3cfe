import { afterEach, beforeEach, expect, test } from 'vitest'
import { fieldIn } from '../../controller/management/read-cluster.ts'
import { deployment, prepare, statusOf } from '#test/simulator/small-plan.ts'
import { SmallWorld } from '#test/simulator/small-world.ts'

let world: SmallWorld
beforeEach(async () => {
  world = new SmallWorld()
  await prepare(world)
})
afterEach(() => world.stop())

const sentence = async (): Promise<unknown> => fieldIn((await statusOf(world))['cause'], 'message')

test('other words for the same fact wait until the last ones have stood for a while', async () => {
  world.start()
  await world.bind('app', ['app-pack'])
  await world.clock.advance(1000)
  const first = await sentence()
  await world.make({ ...deployment, status: {} })
  await world.clock.advance(2000)
  expect(await sentence()).toBe(first)
  await world.clock.advance(10_000)
  expect(await sentence()).not.toBe(first)
})
