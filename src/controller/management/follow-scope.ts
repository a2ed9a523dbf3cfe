import { names } from '../../domain/api/api-names.ts'
import { packOf } from '../../domain/plan/step-sets.ts'
import { addresseeOf } from '../../domain/hand-over/wrap/hand-over-name.ts'
import type { ApiErrorCode } from '../../engine/api/api-error.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { Change } from '../../engine/follow/change.ts'
import { type Followed, followSelection } from '../../engine/follow/follow-selection.ts'
import { resources } from '../world/resources.ts'
import type { World } from '../world/world.ts'
import { keepOwnFields } from './keep-own-fields.ts'

/** The kinds that are followed on the management cluster. */
const followedKinds = ['cluster', 'fitout', 'clusterFitout', 'resourceSet', 'binding'] as const
/** The key of a pack in the index of ClusterResourceSets. */
export function packKey(namespace = '', pack: string): string {
  return `${namespace}/${pack}`
}

export type FollowedKind = (typeof followedKinds)[number]

/** All kinds in one namespace, or in all of them. Nothing of it is decided on before all of it was read once. */
export interface FollowedScope {
  /** Undefined: all namespaces. */
  readonly namespace: string | undefined
  readonly objects: Readonly<Record<FollowedKind, Followed>>
  readonly isSynced: () => boolean
  /** Whether the server does not let it be read. */
  readonly isRefused: () => boolean
  /** Resolves with true once all of it was read, or with false when it is stopped before. */
  readonly whenSynced: () => Promise<boolean>
  /** The kinds that were never read, each with what its server said last. */
  readonly unread: () => readonly { readonly kind: string; readonly error: ApiErrorCode | undefined }[]
  /** Tells of every change from now on. */
  readonly subscribe: (onChange: (kind: FollowedKind, change: Change) => void) => void
  readonly stop: () => Promise<void>
}

/** Follows all kinds in one namespace, or in all of them. */
export function followScope(world: World, namespace: string | undefined): FollowedScope {
  const objects = {
    cluster: follow(world, 'cluster', namespace),
    fitout: follow(world, 'fitout', namespace),
    clusterFitout: follow(world, 'clusterFitout', namespace),
    resourceSet: follow(world, 'resourceSet', namespace),
    binding: follow(world, 'binding', namespace),
  }
  const each = Object.values(objects)
  const unread: FollowedScope['unread'] = () =>
    followedKinds.flatMap(kind => {
      const { synced, lastError: error } = objects[kind].state()
      return synced ? [] : [{ kind: resources[kind].kind, error }]
    })
  return {
    namespace,
    objects,
    isSynced: () => each.every(one => one.state().synced),
    isRefused: () => unread().some(({ error }) => error === 'Forbidden'),
    whenSynced: async () => (await Promise.all(each.map(one => one.whenSynced()))).every(Boolean),
    unread,
    subscribe: onChange => {
      for (const kind of followedKinds) objects[kind].subscribe(change => onChange(kind, change))
    },
    stop: async () => void (await Promise.all(each.map(one => one.stop()))),
  }
}

function follow(
  { management, clock, random, metrics, log }: World,
  kind: FollowedKind,
  namespace: string | undefined,
): Followed {
  const selection = { resource: resources[kind], ...(namespace === undefined ? {} : { namespace }) }
  return followSelection(management, selection, {
    clock,
    random,
    metrics,
    ...(kind === 'cluster'
      ? { transform: keepOwnFields, indexes: { addressee: addresseesIn, address: addressIn } }
      : {}),
    ...(kind === 'resourceSet' ? { indexes: { pack: packIn, owner: ownersIn } } : {}),
    onHandlerError: error => log.warn('cannot handle a change', { kind, error: String(error) }),
  })
}

// Looked up for every hand-over: a fleet has many Clusters, and hardly ever two with one address.
function addresseesIn({ metadata }: KubeObject): readonly string[] {
  const address = metadata.labels?.[names.addresseeLabel]
  return address === undefined ? [] : [address]
}

// Looked up for every step: a namespace has a set for each hand-over of each of its clusters.
function packIn(object: KubeObject): readonly string[] {
  const pack = packOf(object)
  return pack === undefined ? [] : [packKey(object.metadata.namespace, pack)]
}

// The same: by the label of its owner, and after a move by its owner alone.
function ownersIn({ metadata: { labels, ownerReferences = [] } }: KubeObject): readonly string[] {
  const owner = labels?.[names.ownerLabel]
  return owner === undefined ? [] : [owner, ...ownerReferences.map(({ uid }) => uid)]
}

function addressIn({ metadata: { uid = '' } }: KubeObject): readonly string[] {
  return [addresseeOf({ uid })]
}
