import { expect, test } from 'vitest'
import { names } from '../../domain/api/api-names.ts'
import { instantOf } from '../../domain/plan/step-status.ts'
import { ApiError } from '../../engine/api/api-error.ts'
import type { Api } from '../../engine/api/api.ts'
import { sampleCluster } from '#test/simulator/sample-plan.ts'
import { SimulatedFleet } from '../../simulator/fleet/simulated-fleet.ts'
import { putLease, sampleWorld, way } from '#test/cli/sample-world.ts'
import { seeControllers } from './see-controllers.ts'

const clusters = ['red', 'Odd', 'green', 'red'].map(key => {
  const cluster = sampleCluster(`cluster-${key}`)
  return { ...cluster, metadata: { ...cluster.metadata, labels: { [names.shardLabel]: key } } }
})

function aFleet(): SimulatedFleet {
  const fleet = new SimulatedFleet({ seed: 1 })
  putLease(fleet, fleet.clock.now(), 'fitout-controller-red')
  return fleet
}

async function see(fleet: SimulatedFleet, management: (api: Api) => Api = api => api) {
  const { link } = await sampleWorld(fleet, { management }).connect(way)
  return seeControllers(link, clusters)
}

function mainLeaseOnly(api: Api): Api {
  return {
    ...api,
    get: async (ref, call) => {
      if (ref.name === 'fitout-controller') return api.get(ref, call)
      throw new ApiError('Forbidden', { call: 'get Lease' })
    },
  }
}

test('Every shard that Clusters name is reported, with the time at which its controller was last seen', async () => {
  const fleet = aFleet()
  const now = fleet.clock.now()
  putLease(fleet, now)
  const red = { key: 'red', controllerSeenAt: instantOf(now) }
  expect(await see(fleet)).toEqual({ at: now, shards: [{ key: 'Odd' }, { key: 'green' }, red] })
})

test('Nothing is told of shards where the main controller has no Lease: they may be elsewhere', async () => {
  expect(await see(aFleet())).toEqual({ at: undefined, shards: [] })
})

test('Nothing is told of a shard whose Lease may not be read', async () => {
  const fleet = aFleet()
  const now = fleet.clock.now()
  putLease(fleet, now)
  expect(await see(fleet, mainLeaseOnly)).toEqual({ at: now, shards: [{ key: 'Odd' }] })
})
