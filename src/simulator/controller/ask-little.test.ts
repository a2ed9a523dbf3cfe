import { afterEach, beforeEach, expect, test } from 'vitest'
import { fitOut, prepare, statusOf } from '#test/simulator/small-plan.ts'
import { type SmallCall, SmallWorld } from '#test/simulator/small-world.ts'

let world: SmallWorld
beforeEach(async () => {
  world = new SmallWorld()
  await prepare(world)
  await fitOut(world)
})
afterEach(() => world.stop())

/** The reads of the next half minute, in which a cluster that is ready is looked at once. */
async function readsOfALook(): Promise<readonly string[]> {
  const reads: string[] = []
  world.faultOf = ({ server, verb, kind, name = '' }: SmallCall) => {
    if (verb !== 'list' && verb !== 'watch') reads.push(`${server}: ${verb} ${kind} ${name}`.trim())
    return undefined
  }
  await world.clock.advance(30_000)
  return reads.toSorted()
}

test('a cluster that is ready is asked for what no event tells, each once a look', async () => {
  const handOver = expect.stringMatching(/^management: get Secret fitout-.+-values$/)
  expect(await readsOfALook()).toEqual([
    'management: get ConfigMap app-pack',
    'management: get Secret blue-kubeconfig',
    'management: get Secret blue-outputs',
    handOver,
    'workload: get Namespace kube-system',
    'workload: get Secret outputs',
    'workload: isReady',
  ])
})

test('the version of a cluster is asked for again when it has another connection', async () => {
  world.workload.version = 'v1.37.0'
  await world.clock.advance(60_000)
  expect(await statusOf(world)).toMatchObject({ cluster: { kubernetesVersion: 'v1.36.3' } })
  world.connections += 1
  await world.clock.advance(60_000)
  expect(await statusOf(world)).toMatchObject({ cluster: { kubernetesVersion: 'v1.37.0' } })
})

test('a version that nobody told of is seen within ten minutes', async () => {
  world.workload.version = 'v1.37.0'
  await world.clock.advance(630_000)
  expect(await statusOf(world)).toMatchObject({ cluster: { kubernetesVersion: 'v1.37.0' } })
})
