import { names as own } from '../../src/domain/api/api-names.ts'
import { partOf } from '../../src/domain/object/fields.ts'
import { sampleCluster, sampleFitout } from '../simulator/sample-plan.ts'
import { modelCondition } from '../../src/simulator/models/conditions.ts'
import type { Scene } from './scene.ts'
import { gates } from './swarm-plan.ts'

/** Hand-overs go one after the other, and one look at a ClusterResourceSet takes Cluster API a second. */
const GONE_MS = 60_000
const LOOK_MS = 1_000

/** Deletes a Cluster and then the plan, and finds what is left of Fitout; it may know late of what it has to take back. */
export async function checkCleanEnd(scene: Scene, staleMs: number): Promise<readonly string[]> {
  const [first] = scene.names
  if (first !== undefined) scene.fleet.delete(sampleCluster(first))
  scene.fleet.delete(sampleFitout())
  for (const end = scene.now + GONE_MS + staleMs; scene.now < end && tracesOf(scene).length > 0;)
    await scene.fleet.clock.advance(LOOK_MS)
  return tracesOf(scene).map(trace => `cleanEnd: ${trace} is left`)
}

function tracesOf({ fleet, moved }: Scene): readonly string[] {
  const { management } = fleet
  const kinds = management.kinds.all().filter(({ kind }) => kind !== 'Event')
  const objects = kinds.flatMap(kind => [...management.table(kind).objects()])
  const made = objects.filter(
    ({ kind, metadata }) => kind === 'ClusterFitout' || metadata.labels?.[own.ownerLabel] !== undefined,
  )
  const clusters = [...management.table({ group: 'cluster.x-k8s.io', plural: 'clusters' }).objects()]
  const labels: ReadonlySet<string> = new Set([...Object.values(gates), own.addresseeLabel])
  return [
    ...made.map(({ kind, metadata }) => `${kind} ${metadata.name}`),
    ...clusters.flatMap(({ metadata }) =>
      Object.keys(metadata.labels ?? {})
        // What was moved has its labels from another client, and they stay as those of any other hand.
        .filter(label => labels.has(label) && (label === own.addresseeLabel || !moved.has(metadata.name)))
        .map(label => `label ${label} of ${metadata.name}`),
    ),
    ...clusters
      .filter(cluster => modelCondition(cluster, own.clusterCondition) !== undefined)
      .map(({ metadata }) => `condition ${own.clusterCondition} of ${metadata.name}`),
    ...clusters
      .filter(({ metadata }) => metadata.deletionTimestamp !== undefined)
      .map(
        cluster => `${cluster.metadata.name}, held by ${String(partOf(cluster, 'metadata')['finalizers'])}`,
      ),
  ]
}
