import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { SimulatedFleet } from '../../simulator/fleet/simulated-fleet.ts'
import { type ClusterView, type FleetSnapshot, viewCluster } from '../fleet-view/fleet-snapshot.ts'

const fitout = 'fitout.dev'

/** Takes pictures of a simulated fleet. A cluster is read again only if something about it changed. */
export function watchFleet({ management, clock }: SimulatedFleet): () => FleetSnapshot {
  const [clusters, fitouts, clusterFitouts] = [
    management.table({ group: 'cluster.x-k8s.io', plural: 'clusters' }),
    management.table({ group: fitout, plural: 'fitouts' }),
    management.table({ group: fitout, plural: 'clusterfitouts' }),
  ]
  const known = new Map<string, { readonly of: readonly unknown[]; readonly view: ClusterView }>()
  const planOf = ({ metadata }: KubeObject): KubeObject | undefined =>
    fitouts.get(`${metadata.namespace}/eks`)
  const read = (key: string, cluster: KubeObject): ClusterView => {
    const source = { cluster, fitout: planOf(cluster), clusterFitout: clusterFitouts.get(key) }
    const of = [cluster, source.clusterFitout]
    const before = known.get(key)
    if (before?.of.every((object, index) => object === of[index])) return before.view
    const view = viewCluster(source)
    known.set(key, { of, view })
    return view
  }
  return () => ({
    now: clock.now(),
    clusters: [...clusters.listAt(management.revision)].map(([key, cluster]) => read(key, cluster)),
  })
}
