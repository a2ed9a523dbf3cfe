import { names } from '../../domain/api/api-names.ts'
import { type Shard, isInShard } from '../../domain/shard/shard.ts'
import { ApiError } from '../../engine/api/api-error.ts'
import { guardWrites } from '../../engine/api/guard-writes.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { Change } from '../../engine/follow/change.ts'
import { keyOf } from '../../engine/queue/key.ts'
import type { Management } from '../management/management.ts'
import type { KnownFleet } from '../metrics/measured-clusters.ts'
import type { World } from '../world/world.ts'

/** Whether a cluster belongs to the shard, as far as is known. One without a Cluster has no labels. */
export type IsOurs = (key: string) => boolean

/** Looks clusters of a shard up in what is followed: all Clusters are, whatever their shard. */
export function shardFilter(shard: Shard, { cluster }: Pick<Management, 'cluster'>): IsOurs {
  return key => isInShard(shard, cluster.get(key)?.metadata.labels)
}

/** What a change of a Cluster means for a shard; undefined for one that stays where it is. */
export function shardMoveOf(shard: Shard, change: Change): 'came' | 'left' | undefined {
  const before = change.kind === 'added' ? undefined : change.before
  const after = change.kind === 'removed' ? undefined : change.after
  const was = isInShard(shard, before?.metadata.labels)
  const is = isInShard(shard, after?.metadata.labels)
  if (was && !is) return 'left'
  // No shard takes over a Cluster that is gone.
  return is && !was && after ? 'came' : undefined
}

/** The ClusterFitouts of a shard alone, for its figures. */
export function fleetOfShard(management: Management, isOurs: IsOurs): KnownFleet {
  const { clusterFitout, fitout, isSynced } = management
  const list = () => clusterFitout.list().filter(object => isOurs(keyOf(object)))
  return { fitout, isSynced, clusterFitout: { get: key => clusterFitout.get(key), list } }
}

/**
 * The world for work on one cluster: no write is begun once it is known to belong to another shard. It fails as one that
 * another writer was faster than.
 */
export function worldOfCluster(world: World, key: string, isOurs: IsOurs): World {
  const check = (call: string): void => {
    if (!isOurs(key)) throw new ApiError('Conflict', { call })
  }
  return { ...world, management: guardWrites(world.management, check) }
}

/** Warns of Clusters that have a shard of their own and are worked on here, too, because this controller takes all. */
export function warnOfShards(
  { log }: Pick<World, 'log'>,
  shard: Shard,
  clusters: readonly KubeObject[],
): void {
  const labelled = clusters.filter(({ metadata }) => metadata.labels?.[names.shardLabel] !== undefined)
  if (shard.kind !== 'all' || labelled.length === 0) return
  log.warn('the controller of all clusters also reconciles the clusters of shards', {
    clusters: labelled.length,
    first: labelled.map(keyOf).toSorted()[0],
    next: `start it with --watch-label-selector '!${names.shardLabel}'`,
  })
}
