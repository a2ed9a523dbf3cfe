import { afterEach, beforeEach, expect, test } from 'vitest'
import { resources } from '../../controller/world/resources.ts'
import { ApiError } from '../../engine/api/api-error.ts'
import { seededRandom } from '../clock/seeded-random.ts'
import { Store } from '../store/store.ts'
import {
  aPlan,
  apiStep,
  APP,
  deployment,
  done,
  fitOut,
  gatesOf,
  handedOver,
  prepare,
  profile,
  states,
  statusOf,
  valuesStep,
} from '#test/simulator/small-plan.ts'
import { HOME, SmallWorld, head } from '#test/simulator/small-world.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

let world: SmallWorld
beforeEach(async () => {
  world = new SmallWorld()
  await prepare(world)
})
afterEach(() => world.stop())

async function handOver(): Promise<string> {
  return `fitout-${(await world.get('cluster', 'blue')).metadata.uid}-values`
}

test('Before each gate the cluster is asked again who it is', async () => {
  const asked = new Set<number>()
  const opened: number[] = []
  world.faultOf = ({ server, verb, kind, name, subresource }) => {
    if (server === 'workload' && verb === 'get' && name === 'kube-system') asked.add(world.clock.elapsed())
    if (verb === 'apply' && kind === 'Cluster' && subresource === undefined)
      opened.push(world.clock.elapsed())
    return undefined
  }
  await fitOut(world)
  expect(opened.length).toBeGreaterThan(1)
  expect(opened.filter(time => !asked.has(time))).toEqual([])
})

test('What was said of an earlier cluster of the same name does not count for the next one', async () => {
  await fitOut(world)
  const { spec, status } = await world.get('clusterFitout', 'blue')
  await world.remove('cluster', 'blue')
  await world.remove('binding', 'blue')
  world.servers.set(HOME, new Store({ clock: world.clock, random: seededRandom(9) }))
  await world.clock.advance(MINUTE)
  await world.put({ ...head('clusterFitout', 'blue'), spec, status })
  await world.putCluster(profile)
  await world.clock.advance(MINUTE)
  expect(await states(world)).toEqual(['api Ready', 'app Delivering', 'values Waiting'])
  expect(await gatesOf(world)).toEqual([APP])
})

test('No value is written before the Cluster carries its address', async () => {
  world.mayFail = true
  world.faultOf = ({ server, verb, kind, subresource }) =>
    server === 'management' && verb === 'apply' && kind === 'Cluster' && subresource === undefined
      ? new ApiError('Denied', { call: 'apply', detail: 'no' })
      : undefined
  await world.put(
    aPlan(
      'test',
      [apiStep, valuesStep].filter(step => step !== undefined),
    ),
  )
  world.start()
  await world.clock.advance(MINUTE)
  expect(await world.has('secret', await handOver())).toBe(false)
})

test('A Secret of another owner that is listed in the set of a hand-over is not deleted with it', async () => {
  await fitOut(world)
  await world.putSecret('precious', { key: 'value' })
  const name = await handOver()
  const { spec } = await world.get('resourceSet', name)
  await world.stop()
  const resources = [
    { kind: 'Secret', name },
    { kind: 'Secret', name: 'precious' },
  ]
  await world.put({ ...head('resourceSet', name), spec: { ...Object(spec), resources } })
  await world.remove('fitout', 'test')
  world.start()
  await world.clock.advance(MINUTE)
  expect([await world.has('secret', name), await world.has('secret', 'precious')]).toEqual([false, true])
})

test('A gate stays shut while nobody can see whether the values have arrived', async () => {
  world.faultOf = ({ server, verb, kind }) =>
    server === 'workload' && verb === 'get' && kind === 'Secret'
      ? new ApiError('ServerError', { call: 'get' })
      : undefined
  world.start()
  await world.bind('app', ['app-pack'])
  for (const object of [deployment, handedOver('arn-1'), done]) await world.make(object)
  await world.clock.advance(MINUTE)
  expect(await states(world)).toEqual(['api Ready', 'app Ready', 'values Held'])
  expect(await gatesOf(world)).toEqual([APP])
})

test('A gate that is refused is not told as opened', async () => {
  world.faultOf = ({ server, verb, kind, subresource }) =>
    server === 'management' && verb === 'apply' && kind === 'Cluster' && subresource === undefined
      ? new ApiError('Denied', { call: 'apply', detail: 'no' })
      : undefined
  world.start()
  await world.clock.advance(MINUTE)
  const { items } = await world.management.api().list({ resource: resources.event })
  expect(items.map(({ reason }) => reason)).toEqual(expect.not.arrayContaining(['GateOpened']))
  expect(items.map(({ reason }) => reason)).toContain('StepHeld')
})

test('The connection to a cluster that is gone is ended', async () => {
  await fitOut(world)
  expect(world.closed).toBe(0)
  await world.remove('cluster', 'blue')
  await world.clock.advance(MINUTE)
  expect(world.closed).toBe(1)
})

test('A pack that brings a version that does not support the cluster keeps its gate shut', async () => {
  const image = 'public.ecr.aws/karpenter/controller:1.0.0'
  const containers = [{ name: 'controller', image }]
  const karpenter = {
    ...deployment,
    metadata: { name: 'karpenter', namespace: 'karpenter' },
    spec: { template: { spec: { containers } } },
  }
  await world.put({ ...head('configMap', 'app-pack'), data: { 'app.yaml': JSON.stringify(karpenter) } })
  world.start()
  await world.clock.advance(MINUTE)
  expect((await statusOf(world))['cause']).toMatchObject({ reason: 'VersionUnsupported', step: 'app' })
  expect(await gatesOf(world)).toEqual([])
})
