import { describe, expect, test } from 'vitest'
import { names } from '../../domain/api/api-names.ts'
import type { Shard } from '../../domain/shard/shard.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { type CallFacts, noFaults } from '../faults/fault-plan.ts'
import { karpenterChart } from '#test/simulator/sample-packs.ts'
import { sampleCluster, sampleObjects } from '#test/simulator/sample-plan.ts'
import { SimulatedFleet } from './simulated-fleet.ts'

const MINUTE = 60_000
const main: Shard = { kind: 'main' }
const red: Shard = { kind: 'labelled', key: 'red' }

interface Sharded {
  readonly fleet: SimulatedFleet
  /** Who told people what. */
  readonly told: readonly string[]
  /** Which writes there were since the last call of this, by process. */
  readonly newWrites: (by: string) => readonly string[]
}

/** A fleet of two clusters, the second in shard "red", with a controller for each shard. */
function sharded(onCall: (call: CallFacts) => void = () => undefined): Sharded {
  const told: string[] = []
  const fleet = new SimulatedFleet({
    seed: 1,
    workload: { chartOf: karpenterChart },
    plan: {
      ...noFaults,
      onCall: call => {
        onCall(call)
        return undefined
      },
    },
    notifications: ({ name }) => ({
      name: 'people',
      send: async ({ facts }) => {
        told.push(...facts.map(({ cluster, reason }) => `${name} ${cluster.name} ${reason}`))
        return { kind: 'delivered' }
      },
    }),
  })
  for (const object of sampleObjects(['cluster-0', 'cluster-1'])) fleet.put(object)
  label(fleet, 'cluster-1', 'red')
  fleet.stand(main)
  fleet.stand(red)
  let seen = 0
  const newWrites = (by: string) => {
    const lines = fleet.history.lines.slice(seen)
    seen = fleet.history.lines.length
    const own = lines.filter(line => line.actor === by && line.write !== undefined)
    return own.map(({ op, key = '' }) => `${op} ${key}`).filter(text => !text.includes('Lease'))
  }
  return { fleet, told, newWrites }
}

function clusterOf({ management }: SimulatedFleet, name: string): KubeObject {
  const clusters = management.table({ group: 'cluster.x-k8s.io', plural: 'clusters' })
  return clusters.get(`default/${name}`) ?? sampleCluster(name)
}

/** Puts a cluster into a shard, or out of any. */
function label(fleet: SimulatedFleet, name: string, shard?: string): void {
  const cluster = clusterOf(fleet, name)
  const others = Object.entries(cluster.metadata.labels ?? {}).filter(([key]) => key !== names.shardLabel)
  const labels = Object.fromEntries(shard === undefined ? others : [...others, [names.shardLabel, shard]])
  fleet.put({ ...cluster, metadata: { ...cluster.metadata, labels } })
}

async function ready({ fleet }: Sharded): Promise<boolean> {
  const isReady = await fleet.run(() => fleet.readyCount === 2, 10 * MINUTE)
  await fleet.clock.advance(MINUTE)
  return isReady
}

describe('A fleet with shards', () => {
  test('is fitted out: each cluster by the controller of its shard, and Fitouts are summed up by the main one', async () => {
    const given = sharded()
    expect(await ready(given)).toBe(true)
    const { lines } = given.fleet.history
    const writers = (key: string) => [
      ...new Set(
        lines.filter(line => line.write !== undefined && line.key === key).map(({ actor }) => actor),
      ),
    ]
    expect(writers('ClusterFitout default/cluster-0')).toEqual(['fitout-1'])
    expect(writers('Cluster default/cluster-0')).toEqual(['fitout-1'])
    expect(writers('ClusterFitout default/cluster-1')).toEqual(['fitout-2'])
    expect(writers('Cluster default/cluster-1')).toEqual(['fitout-2'])
    expect(writers('Fitout default/eks')).toEqual(['fitout-1'])
    expect(given.told).toEqual(['fitout-1 cluster-0 Ready', 'fitout-2 cluster-1 Ready'])
  })

  test('has a Lease for each shard', async () => {
    const { fleet } = sharded()
    await fleet.clock.advance(5000)
    const leases = fleet.management.table({ group: 'coordination.k8s.io', plural: 'leases' }).objects()
    expect([...leases].map(({ metadata }) => metadata.name)).toEqual([
      'fitout-controller',
      'fitout-controller-red',
    ])
  })
})

describe('A cluster that comes to another shard', () => {
  test('costs nothing, and what was written for it stays', async () => {
    const given = sharded()
    const { fleet, newWrites } = given
    await ready(given)
    const { labels } = clusterOf(fleet, 'cluster-1').metadata
    newWrites('fitout-1')
    label(fleet, 'cluster-1')
    await fleet.clock.advance(5 * MINUTE)
    expect([newWrites('fitout-1'), newWrites('fitout-2')]).toEqual([[], []])
    expect(fleet.readyCount).toBe(2)
    expect({ ...clusterOf(fleet, 'cluster-1').metadata.labels, [names.shardLabel]: 'red' }).toEqual(labels)
  })

  test('is the business of its controller from then on, and of no other', async () => {
    const given = sharded()
    const { fleet, told } = given
    await ready(given)
    label(fleet, 'cluster-1')
    await fleet.clock.advance(MINUTE)
    const { lines } = fleet.history
    const before = lines.length
    fleet.links.get('default/cluster-1')?.set({ kind: 'down' })
    await fleet.clock.advance(10 * MINUTE)
    const writes = lines.slice(before).filter(({ write }) => write !== undefined)
    const looks = lines.slice(before).filter(({ server }) => server === 'default/cluster-1')
    expect([...new Set(looks.map(({ actor }) => actor))]).toEqual(['fitout-1'])
    const about = writes.filter(({ key = '' }) => key.endsWith('default/cluster-1'))
    expect([...new Set(about.map(({ actor }) => actor))]).toEqual(['fitout-1'])
    expect(told.filter(line => line.includes('cluster-1'))).toEqual([
      'fitout-2 cluster-1 Ready',
      'fitout-1 cluster-1 ClusterUnreachable',
    ])
  })

  test('is not written to any more by a look that was under way', async () => {
    let isLabelled = false
    const given = sharded(({ actor, kind, write }) => {
      if (isLabelled || actor !== 'fitout-2' || write === undefined || kind !== 'ClusterResourceSet') return
      isLabelled = true
      label(given.fleet, 'cluster-1')
      given.newWrites(actor)
    })
    await given.fleet.run(() => isLabelled, 5 * MINUTE)
    expect(isLabelled).toBe(true)
    await given.fleet.clock.advance(5 * MINUTE)
    // The one that was being sent.
    expect(given.newWrites('fitout-2').map(text => text.split(' ').slice(0, 2).join(' '))).toEqual([
      'apply ClusterResourceSet',
    ])
    expect(await ready(given)).toBe(true)
  })
})

describe('A cluster of a shard without a controller', () => {
  test('is left alone, and begun with when there is one', async () => {
    const given = sharded()
    const { fleet } = given
    label(fleet, 'cluster-1', 'green')
    await fleet.clock.advance(10 * MINUTE)
    expect([fleet.isReady('default/cluster-0'), fleet.isReady('default/cluster-1')]).toEqual([true, false])
    fleet.stand({ kind: 'labelled', key: 'green' })
    expect(await ready(given)).toBe(true)
  })

  test('is worked on by a controller of all clusters, which warns that it does so', async () => {
    const { fleet } = sharded()
    for (const process of fleet.processes) void process.stop()
    await fleet.clock.advance(20_000)
    fleet.stand()
    expect(await fleet.run(() => fleet.readyCount === 2, 10 * MINUTE)).toBe(true)
    label(fleet, 'cluster-0', 'green')
    await fleet.clock.advance(1000)
    const warned = fleet.log.filter(({ message }) => message.includes('reconciles the clusters of shards'))
    expect(warned.map(({ fields }) => [fields['clusters'], fields['first']])).toEqual([
      [1, 'default/cluster-1'],
      [1, 'default/cluster-0'],
    ])
  })
})

test('A hand-over waits while a Cluster of another shard has its address', async () => {
  const given = sharded()
  const { fleet } = given
  const { uid = '' } = clusterOf(fleet, 'cluster-1').metadata
  const other = clusterOf(fleet, 'cluster-0')
  // No plan has it: nobody gives it an address of its own.
  const kept = Object.entries(other.metadata.labels ?? {}).filter(([label]) => label !== names.profileLabel)
  const labels = Object.fromEntries(kept)
  const metadata = {
    name: 'stranger',
    namespace: 'default',
    labels: { ...labels, [names.addresseeLabel]: uid },
  }
  fleet.put({ apiVersion: other.apiVersion, kind: other.kind, metadata, spec: other['spec'] })
  await fleet.clock.advance(2 * MINUTE)
  expect(fleet.isReady('default/cluster-1')).toBe(false)
  const secrets = [...fleet.management.table({ group: '', plural: 'secrets' }).objects()]
  expect(secrets.filter(({ metadata }) => metadata.name.startsWith(`fitout-${uid}`))).toEqual([])
})
