import { type FleetCluster, idOf } from '../../domain/fleet/fleet-snapshot.ts'
import type { ChangeDetails, ChangePlan } from '../../server/api/change-response.ts'

/** A cluster that a merged change made, changed or removed. */
export interface FollowedCluster {
  readonly id: string
  readonly environment: string
  /** Absent while the management cluster does not have it. */
  readonly cluster: FleetCluster | undefined
  readonly isRemoved: boolean
}

interface Followed {
  readonly change: Pick<ChangeDetails, 'clusters'>
  readonly plan: Pick<ChangePlan, 'clusters'> | undefined
  readonly clusters: readonly FleetCluster[]
}

/** The clusters of a change, each as the fleet has it now: those of the plan, or without one those that its files name. */
export function followedClusters({ change, plan, clusters }: Followed): readonly FollowedCluster[] {
  const known = new Map(clusters.map(cluster => [idOf(cluster), cluster]))
  const planned = plan?.clusters.filter(({ verdict }) => verdict !== 'unchanged' && verdict !== 'refused')
  if (planned === undefined || planned.length === 0)
    return change.clusters.map(id => ({ id, environment: '', cluster: known.get(id), isRemoved: false }))
  return planned.map(({ environment, verdict, ...one }) => {
    const id = idOf(one)
    return { id, environment, cluster: known.get(id), isRemoved: verdict === 'deleted' }
  })
}
