import { readClusterFitout } from '../../domain/validation/read-fitout.ts'
import type { ClusterState } from '../../domain/api/schema/cluster-fitout-schema.ts'
import type { Cause } from '../../domain/plan/sum-up.ts'
import type { ReadCache } from '../../engine/follow/object-cache.ts'
import { keyOf } from '../../engine/queue/key.ts'
import { fieldIn } from '../management/read-cluster.ts'
import type { Management } from '../management/management.ts'

/** A cluster that a Fitout has, and what its ClusterFitout says. */
export interface MeasuredCluster {
  readonly key: string
  /** The Fitout, by namespace and name. */
  readonly fitout: string
  readonly state: ClusterState
  readonly cause: Cause | undefined
}

/** What is known of Fitouts and of their clusters, and whether that is all. */
export type KnownFleet = Readonly<Record<'fitout' | 'clusterFitout', Pick<ReadCache, 'get' | 'list'>>> &
  Pick<Management, 'isSynced'>

/** The clusters whose Fitout is there. */
export function measuredClusters({ fitout: fitouts, clusterFitout }: KnownFleet): readonly MeasuredCluster[] {
  return clusterFitout.list().flatMap(object => {
    const fitout = `${object.metadata.namespace}/${String(fieldIn(object['spec'], 'fitout'))}`
    if (!fitouts.get(fitout)) return []
    const reading = readClusterFitout(object)
    const status = reading.kind === 'valid' ? reading.clusterFitout.status : undefined
    // One about which nothing was said yet has just begun.
    return [{ key: keyOf(object), fitout, state: status?.state ?? 'FittingOut', cause: status?.cause }]
  })
}
