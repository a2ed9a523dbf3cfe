import { partOf, textIn } from '../../domain/object/fields.ts'
import { qualifiedName } from '../../domain/object/qualified-name.ts'
import type { Random } from '../../engine/clock.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { seededRandom } from '../clock/seeded-random.ts'
import { SimulatedFleet } from '../fleet/simulated-fleet.ts'
import type { Model } from '../store/store.ts'
import { type DemoCluster, demoClusters } from './demo-clusters.ts'
import { demoChart } from './demo-packs.ts'
import { demoObjects } from './demo-plan.ts'
import { DemoRegistries, demoTroubles, type Trouble } from './demo-troubles.ts'

/** How long a control plane takes to be upgraded. */
const UPGRADE_MS = 15_000

/** How the demo is made. The same options give the same demo. */
export interface DemoOptions {
  readonly clusters: number
  readonly seed: number
}

/** A fleet with three clusters in trouble, the controller at work on it, in virtual time. */
export interface DemoFleet {
  readonly fleet: SimulatedFleet
  readonly troubles: readonly Trouble[]
}

const FIRST_MS = 4_000
// Not by their number: a large fleet takes no longer.
const SPREAD_MS = 250_000
// Those in trouble come soon: they are what there is to see.
const TROUBLED_MS = 10_000

/** Makes the fleet of the demo and starts its controller. */
export function demoFleet({ clusters: count, seed }: DemoOptions): DemoFleet {
  const clusters = demoClusters(count)
  const registries = new DemoRegistries()
  const times = provisionTimes(clusters, seededRandom(seed))
  const fleet = new SimulatedFleet({
    seed,
    workload: { chartOf: demoChart, hasImage: registries.has },
    provisionMs: ({ metadata }: KubeObject) => times.get(qualifiedName(metadata)) ?? FIRST_MS,
    // What nobody looks at need not be kept.
    keeps: () => false,
  })
  fleet.management.attach(followTopology(fleet))
  for (const object of demoObjects(clusters)) fleet.put(object)
  fleet.start()
  return { fleet, troubles: demoTroubles(fleet, clusters, registries) }
}

/** How long each control plane takes: one after the other in an order by chance, so that all stages are seen side by side. */
function provisionTimes(clusters: readonly DemoCluster[], random: Random): ReadonlyMap<string, number> {
  const drawn = clusters.map(cluster => ({ ...cluster, rank: random(), part: random() }))
  const fine = drawn.filter(({ trouble }) => !trouble).toSorted((a, b) => a.rank - b.rank)
  const times = drawn.map(cluster => {
    const share = cluster.trouble
      ? TROUBLED_MS * cluster.part
      : (SPREAD_MS * (fine.indexOf(cluster) + cluster.part)) / fine.length
    return [qualifiedName(cluster), FIRST_MS + Math.round(share)] as const
  })
  return new Map(times)
}

/** Gives each workload cluster the version of Kubernetes that the topology of its Cluster asks for, now and after each change. */
function followTopology(fleet: SimulatedFleet): Model {
  return {
    changed: ({ kind }, { key, before, after }) => {
      const workload = fleet.workloads.get(key)
      if (kind !== 'Cluster' || after === undefined || workload === undefined) return
      const version = versionOf(after)
      const isNew = before === undefined || partOf(before, 'status')['initialization'] === undefined
      if (isNew) workload.version = version
      else if (version !== versionOf(before))
        fleet.clock.after(UPGRADE_MS, () => (workload.version = version))
    },
    restored: () => undefined,
  }
}

function versionOf(cluster: KubeObject): string {
  return textIn(partOf(partOf(cluster, 'spec'), 'topology'), 'version')
}
