import { resources } from '../../controller/world/resources.ts'
import type { FleetSnapshot } from '../../domain/fleet/fleet-snapshot.ts'
import { selectorOf } from '../../domain/labels/selector.ts'
import type { Resource } from '../../engine/api/api.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { SimulatedFleet } from '../../simulator/fleet/simulated-fleet.ts'
import { buildSnapshot } from './build-snapshot.ts'

const all = { namespace: undefined, selector: selectorOf([]) }

/** Takes pictures of a simulated fleet, as commands take them of a live one. */
export function watchFleet({ management, clock }: SimulatedFleet): () => FleetSnapshot {
  const list = (resource: Resource): readonly KubeObject[] =>
    management.snapshotAt(management.revision, resource)
  return () =>
    buildSnapshot(
      {
        clusters: list(resources.cluster),
        fitouts: list(resources.fitout),
        clusterFitouts: list(resources.clusterFitout),
      },
      { now: clock.now(), scope: all, seen: { at: undefined, shards: [] } },
    )
}
