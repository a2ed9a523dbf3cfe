import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { seededRandom } from '../clock/seeded-random.ts'
import { Store } from '../store/store.ts'
import { fitOut, gatesOf, prepare, statusOf } from '#test/simulator/small-plan.ts'
import { HOME, SmallWorld, head } from '#test/simulator/small-world.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const ELSEWHERE = 'https://green.test:6443'

let world: SmallWorld
beforeEach(async () => {
  world = new SmallWorld()
  world.servers.set(ELSEWHERE, new Store({ clock: world.clock, random: seededRandom(4) }))
  await prepare(world)
})
afterEach(() => world.stop())

describe('Which cluster is meant', () => {
  test('is not written over, although the write that says it was never heard of', async () => {
    const cluster = await pinnedElsewhere()
    let left = 1
    world.beforeApply = async object => {
      if (object.kind !== 'ClusterFitout' || object['status'] === undefined || left-- <= 0) return
      await world.put({ ...head('clusterFitout', 'blue'), status: { cluster } })
    }
    world.start()
    await world.clock.advance(5 * SECOND)
    expect(left).toBeLessThan(0)
    expect(await statusOf(world)).toMatchObject({ cluster, cause: { reason: 'WorkloadIdentityChanged' } })
  })

  test('is not written over by what was decided on an earlier cluster and arrives late', async () => {
    await fitOut(world)
    const cluster = await pinnedElsewhere()
    let left = 1
    world.beforeApply = async object => {
      if (object.kind !== 'ClusterFitout' || object['status'] === undefined || left-- <= 0) return
      await world.remove('clusterFitout', 'blue')
      await world.put({ ...head('clusterFitout', 'blue'), status: { cluster } })
    }
    await world.lead('https://nowhere.test:6443')
    await world.clock.advance(5 * MINUTE)
    expect(left).toBeLessThan(0)
    expect(await statusOf(world)).toMatchObject({ state: 'Unknown', cluster })
  })

  test('is asked for before its first gate opens', async () => {
    const cluster = await pinnedElsewhere()
    let left = 1
    world.beforeList = async ({ resource, fields }) => {
      if (resource.kind !== 'ClusterFitout' || fields === undefined || left-- <= 0) return
      await world.put({ ...head('clusterFitout', 'blue'), status: { cluster } })
    }
    world.start()
    await world.clock.advance(5 * SECOND)
    expect(left).toBeLessThan(0)
    expect(await gatesOf(world)).toEqual([])
    expect(await statusOf(world)).toMatchObject({ cluster, cause: { reason: 'WorkloadIdentityChanged' } })
  })

  test.for<[string, object, object]>([
    ['its steps', {}, { steps: [{ name: 'cni', state: 'Odd' }] }],
    ['its cause', {}, { cause: 'none' }],
    ['its version', { kubernetesVersion: 7 }, {}],
  ])('is kept, although %s cannot be read', async ([, odd, more]) => {
    const cluster = await pinnedElsewhere()
    const status = { cluster: { ...cluster, ...odd }, ...more }
    await world.put({ ...head('clusterFitout', 'blue'), spec: { fitout: 'small' }, status })
    world.start()
    await world.clock.advance(5 * SECOND)
    expect(await gatesOf(world)).toEqual([])
    expect(await statusOf(world)).toMatchObject({ cluster, cause: { reason: 'WorkloadIdentityChanged' } })
  })

  test('is never learnt from a kubeconfig that was read before', async () => {
    await fitOut(world)
    await world.lead(ELSEWHERE)
    await world.clock.advance(30 * SECOND)
    expect(await statusOf(world)).toMatchObject({ cause: { reason: 'WorkloadIdentityChanged' } })
    await world.lead(HOME)
    await world.remove('clusterFitout', 'blue')
    await world.clock.advance(MINUTE)
    expect(await statusOf(world)).toMatchObject({
      state: 'Ready',
      cluster: { identity: identityOf(world.workload) },
    })
  })
})

test('A cluster that is out of sight for minutes says so, whatever the clock on the wall is set to', async () => {
  await fitOut(world)
  await world.lead('https://nowhere.test:6443')
  await world.clock.advance(30 * SECOND)
  world.clock.jump(-2 * HOUR)
  await world.clock.advance(3 * MINUTE)
  expect(await statusOf(world)).toMatchObject({ state: 'Unknown', cause: { reason: 'ClusterUnreachable' } })
})

/** What a status says of another cluster under the same name. */
async function pinnedElsewhere(): Promise<object> {
  const { uid } = (await world.get('cluster', 'blue')).metadata
  return { name: 'blue', uid, identity: 'another' }
}

function identityOf(store: Store): string | undefined {
  return store.table({ group: '', plural: 'namespaces' }).get('kube-system')?.metadata.uid
}
