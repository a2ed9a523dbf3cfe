import { names } from '../../domain/api/api-names.ts'
import type { FleetShard } from '../../domain/fleet/fleet-snapshot.ts'
import { partOf, textIn } from '../../domain/object/fields.ts'
import { dns1123LabelProblems } from '../../domain/names/dns-name.ts'
import { instantOf, readInstant } from '../../domain/plan/step-status.ts'
import { type Shard, allClusters, leaseNameOf } from '../../domain/shard/shard.ts'
import { ApiError, hasCode } from '../../engine/api/api-error.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { leases } from '../../engine/election/lease.ts'
import type { Link } from '../link/link.ts'
import type { Seen } from './build-snapshot.ts'

const NAMESPACE = 'fitout-system'

/** Looks when the controllers of all Clusters last renewed their Leases. Who may not look cannot tell. */
export async function seeControllers(link: Link, clusters: readonly KubeObject[]): Promise<Seen> {
  const labels = clusters.map(({ metadata }) => metadata.labels?.[names.shardLabel])
  const keys = [...new Set(labels.filter(key => key !== undefined))].toSorted()
  const [main, ...found] = await Promise.all([
    renewedAt(link, allClusters),
    ...keys.map(key => seeShard(link, key)),
  ])
  // Without a main one these may not be the Leases of this fleet: it can have been given another namespace.
  const shards = typeof main === 'number' ? found.flatMap(shard => shard ?? []) : []
  return { at: typeof main === 'number' ? main : undefined, shards }
}

async function seeShard(link: Link, key: string): Promise<FleetShard | undefined> {
  // No controller can be started for such a name.
  if (dns1123LabelProblems(key).length > 0) return { key }
  const seen = await renewedAt(link, { kind: 'labelled', key })
  if (seen === undefined) return undefined
  return seen === 'never' ? { key } : { key, controllerSeenAt: instantOf(seen) }
}

async function renewedAt({ management }: Link, shard: Shard): Promise<number | 'never' | undefined> {
  try {
    const lease = await management.get({ resource: leases, namespace: NAMESPACE, name: leaseNameOf(shard) })
    return readInstant(textIn(partOf(lease, 'spec'), 'renewTime'))
  } catch (error) {
    if (hasCode(error, 'NotFound')) return 'never'
    if (error instanceof ApiError) return undefined
    throw error
  }
}
