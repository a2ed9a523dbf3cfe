import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  APP,
  VALUES,
  aPlan,
  apiStep,
  appStep,
  conditionOf,
  deployment,
  fitOut,
  gatesOf,
  handedOver,
  prepare,
  states,
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

describe('What a cluster waits for is reported', () => {
  test('when a policy refuses its gate', async () => {
    world.management.admit = ({ object, user }) =>
      user === 'fitout' && object.kind === 'Cluster' && APP in (object.metadata.labels ?? {})
        ? { allowed: false, message: 'not on a Monday' }
        : { allowed: true }
    world.start()
    await world.clock.advance(MINUTE)
    expect((await statusOf(world))['cause']).toMatchObject({
      reason: 'GateRefused',
      step: 'app',
      actor: 'Operator',
    })
    expect(await gatesOf(world)).toEqual([])
    world.management.admit = () => ({ allowed: true })
    await world.clock.advance(MINUTE)
    expect(await gatesOf(world)).toEqual([APP])
  })

  test('when a value is lacking, and continues when it comes', async () => {
    await world.putSecret('blue-outputs', { other: 'x' })
    world.start()
    await world.bind('app', ['app-pack'])
    await world.make(deployment)
    await world.clock.advance(10 * SECOND)
    expect((await statusOf(world))['cause']).toMatchObject({
      reason: 'HandOverKeyMissing',
      message: 'Secret "blue-outputs" lacks key "role"',
    })
    await world.putSecret('blue-outputs', { role: 'arn-1' })
    await world.make(handedOver('arn-1'))
    await world.clock.advance(20 * SECOND)
    expect(await gatesOf(world)).toEqual([APP, VALUES])
  })

  test('when its kubeconfig is spoilt, although the old one would still do', async () => {
    await fitOut(world)
    await world.putSecret('blue-kubeconfig', { value: 'no kubeconfig' })
    await world.clock.advance(5 * MINUTE)
    expect(await statusOf(world)).toMatchObject({
      state: 'Unknown',
      cause: { reason: 'KubeconfigMalformed' },
    })
  })

  test('when a value changes and is not there yet', async () => {
    await fitOut(world)
    await world.putSecret('blue-outputs', { role: 'arn-2' })
    await world.clock.advance(MINUTE)
    expect(await states(world)).toEqual(['api Ready', 'app Ready', 'values Delivering'])
    expect((await statusOf(world))['cause']).toMatchObject({ reason: 'HandOverNotDelivered', step: 'values' })
    await world.make(handedOver('arn-2'))
    await world.clock.advance(MINUTE)
    expect(await states(world)).toEqual(['api Ready', 'app Ready', 'values Ready'])
  })

  test('when another plan selects by its gate: opening it would change whose the cluster is', async () => {
    const clusterSelector = { matchLabels: { [APP]: 'true' } }
    await world.put({ ...aPlan('other'), spec: { clusterSelector, steps: [apiStep] } })
    world.start()
    await world.clock.advance(MINUTE)
    expect((await statusOf(world))['cause']).toMatchObject({
      reason: 'FitoutInvalid',
      message: expect.stringContaining(
        'must not be a label that the clusterSelector of Fitout "other" selects by',
      ),
    })
    expect(await gatesOf(world)).toEqual([])
  })

  test('when its plan is wrong, without touching what is open', async () => {
    await fitOut(world)
    await world.put(aPlan('test', [{ ...apiStep }, { ...appStep, dependsOn: ['none'] }]))
    await world.clock.advance(MINUTE)
    expect((await statusOf(world))['cause']).toMatchObject({ reason: 'FitoutInvalid', actor: 'Git' })
    expect(await conditionOf(world)).toMatchObject({ status: 'False', reason: 'FitoutInvalid' })
    expect(await gatesOf(world)).toEqual([APP, VALUES])
  })
})
