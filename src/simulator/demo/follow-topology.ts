import { partOf, textIn } from '../../domain/object/fields.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { SimulatedFleet } from '../fleet/simulated-fleet.ts'
import type { Model } from '../store/store.ts'

/** How long a control plane takes to be upgraded. */
const UPGRADE_MS = 15_000

/** Gives each workload cluster the version of Kubernetes that the topology of its Cluster asks for, now and after each change. */
export function followTopology(fleet: SimulatedFleet): Model {
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
