import type { ClusterVersions } from '../compat/cluster-versions.ts'
import type { FleetCluster, FleetSnapshot } from '../fleet/fleet-snapshot.ts'
import { foundVersions } from './found-versions.ts'

/** The clusters of a fleet, each with the versions that the steps of its Fitout bring. */
export function clustersInSnapshot(fleet: FleetSnapshot): readonly ClusterVersions[] {
  return fleet.clusters.map(cluster => clusterOf(cluster, fleet))
}

/** Whether nobody wrote down which versions there are: the snapshot is of an earlier Fitout. */
export function lacksVersions({ fitouts }: FleetSnapshot): boolean {
  const steps = fitouts.flatMap(fitout => fitout.steps)
  return steps.length > 0 && steps.every(({ components }) => components === undefined)
}

function clusterOf(cluster: FleetCluster, { fitouts, clusterApiVersion }: FleetSnapshot): ClusterVersions {
  const { namespace, name, kubernetesVersion } = cluster
  const plan = fitouts.find(one => one.namespace === namespace && one.name === cluster.fitout)
  const said = (plan?.steps ?? []).flatMap(step =>
    (step.components ?? []).map(one => ({
      ...one,
      place: `Fitout ${namespace}/${cluster.fitout}, step ${step.name}`,
    })),
  )
  const manager =
    clusterApiVersion === undefined
      ? []
      : [{ component: 'cluster-api-manager', version: clusterApiVersion, place: 'Cluster API' }]
  return { namespace, name, kubernetes: kubernetesVersion, components: foundVersions([...said, ...manager]) }
}
