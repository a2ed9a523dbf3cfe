import { names } from '../../domain/api/api-names.ts'
import type { ClusterIdentity } from '../../domain/hand-over/cluster-identity.ts'
import type { AddressableCluster } from '../../domain/hand-over/wrap/addressees.ts'
import { addresseeOf } from '../../domain/hand-over/wrap/hand-over-name.ts'
import type { ApiErrorCode } from '../../engine/api/api-error.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { selectable } from '../cluster/read-cluster.ts'
import type { Change } from '../../engine/follow/change.ts'
import { type Followed, followSelection } from '../../engine/follow/follow-selection.ts'
import { resources } from '../resources.ts'
import type { World } from '../world.ts'
import { keepOwnFields } from './keep-own-fields.ts'

/** The kinds that are followed on the management cluster. */
const followed = ['cluster', 'fitout', 'clusterFitout', 'resourceSet', 'binding'] as const
export type FollowedKind = (typeof followed)[number]

/** What is known of the management cluster, kept up to date. */
export type Management = Readonly<Record<FollowedKind, Followed>> & {
  /** Whether all of it was read at least once. */
  readonly isSynced: () => boolean
  readonly whenSynced: () => Promise<boolean>
  /** The kinds that were never read, each with what its server said last. */
  readonly unread: () => readonly { readonly kind: string; readonly error: ApiErrorCode | undefined }[]
  /** Tells of every change from now on. */
  readonly subscribe: (onChange: (kind: FollowedKind, change: Change) => void) => void
  readonly stop: () => Promise<void>
}

/** Follows what decisions are made from. */
export function followManagement({ management, clock, random, metrics, log }: World): Management {
  const follow = (kind: FollowedKind): Followed =>
    followSelection(
      management,
      { resource: resources[kind] },
      {
        clock,
        random,
        metrics,
        ...(kind === 'cluster'
          ? { transform: keepOwnFields, indexes: { addressee: addresseesIn, address: addressIn } }
          : {}),
        onHandlerError: error => log.warn('cannot handle a change', { kind, error: String(error) }),
      },
    )
  const all = {
    cluster: follow('cluster'),
    fitout: follow('fitout'),
    clusterFitout: follow('clusterFitout'),
    resourceSet: follow('resourceSet'),
    binding: follow('binding'),
  }
  const each = Object.values(all)
  return {
    ...all,
    isSynced: () => each.every(one => one.state().synced),
    whenSynced: async () => (await Promise.all(each.map(one => one.whenSynced()))).every(Boolean),
    unread: () =>
      followed.flatMap(kind => {
        const { synced, lastError: error } = all[kind].state()
        return synced ? [] : [{ kind: resources[kind].kind, error }]
      }),
    subscribe: onChange => {
      for (const kind of followed) all[kind].subscribe(change => onChange(kind, change))
    },
    stop: async () => void (await Promise.all(each.map(one => one.stop()))),
  }
}

// Looked up for every hand-over: a fleet has many Clusters, and hardly ever two with one address.
function addresseesIn({ metadata }: KubeObject): readonly string[] {
  const address = metadata.labels?.[names.addresseeLabel]
  return address === undefined ? [] : [address]
}

function addressIn({ metadata: { uid = '' } }: KubeObject): readonly string[] {
  return [addresseeOf({ uid })]
}

/** The Clusters of a namespace that carry the address of a cluster. */
export function addresseesOf(
  { cluster: clusters }: Pick<Management, 'cluster'>,
  cluster: Pick<ClusterIdentity, 'uid' | 'namespace'>,
): readonly AddressableCluster[] {
  return clusters
    .byIndex('addressee', addresseeOf(cluster))
    .filter(({ metadata }) => metadata.namespace === cluster.namespace)
    .map(one => ({ ...selectable(one), uid: one.metadata.uid ?? '' }))
}
