import { ownersAmong } from '../../controller/management/owner-of.ts'
import { fleetOf } from '../../domain/fleet/fleet-of.ts'
import type { FleetShard, FleetSnapshot } from '../../domain/fleet/fleet-snapshot.ts'
import type { DeliveredVersions } from './gather-versions.ts'
import type { FleetScope } from '../../domain/fleet/within-scope.ts'
import { partOf, textIn } from '../../domain/object/fields.ts'
import { matchesSelector } from '../../domain/labels/selector.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { keyOf } from '../../engine/queue/key.ts'

/** The objects that a fleet is made of. */
export interface Lists {
  readonly clusters: readonly KubeObject[]
  readonly fitouts: readonly KubeObject[]
  readonly clusterFitouts: readonly KubeObject[]
}

/** Which controllers were seen at work. */
export interface Seen {
  /** When the main one was, milliseconds; undefined if nobody can tell. */
  readonly at: number | undefined
  readonly shards: readonly FleetShard[]
}

/** What else a snapshot needs. */
export interface SnapshotOptions {
  /** Wall clock, milliseconds. */
  readonly now: number
  readonly scope: FleetScope
  readonly seen: Seen
  /** What the steps of Fitouts bring; left out unless a user asks for versions. */
  readonly versions?: DeliveredVersions | undefined
}

/** Builds the snapshot of a fleet from what was listed. */
export function buildSnapshot(
  { clusters, fitouts, clusterFitouts }: Lists,
  { now, scope, seen, versions }: SnapshotOptions,
): FleetSnapshot {
  const known = new Map(clusterFitouts.map(object => [keyOf(object), object]))
  const owners = new Map(
    [...Map.groupBy(fitouts, ({ metadata }) => metadata.namespace ?? '')].map(([namespace, plans]) => [
      namespace,
      ownersAmong(plans),
    ]),
  )
  const chosen = clusters.filter(({ metadata }) => matchesSelector(scope.selector, metadata.labels))
  return fleetOf({
    now,
    controllerSeenAt: seen.at,
    shards: seen.shards,
    delivered: versions?.byStep,
    clusterApiVersion: versions?.clusterApi,
    fitouts,
    clusters: chosen.map(cluster => {
      const clusterFitout = known.get(keyOf(cluster))
      const { namespace = '' } = cluster.metadata
      const fitout = planned(clusterFitout) ?? owners.get(namespace)?.ownerOf(cluster)
      return { cluster, clusterFitout, fitout }
    }),
  })
}

function planned(clusterFitout: KubeObject | undefined): string | undefined {
  const name = clusterFitout === undefined ? '' : textIn(partOf(clusterFitout, 'spec'), 'fitout')
  return name === '' ? undefined : name
}
