import { names } from '../../domain/api/api-names.ts'
import { addresseeOf } from '../../domain/hand-over/wrap/hand-over-name.ts'
import type { Change } from '../../engine/follow/change.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { isEqual } from '../../domain/object/is-equal.ts'
import { keyOf, namespaceOf } from '../../engine/queue/key.ts'
import { fieldIn } from './read-cluster.ts'
import type { FollowedKind } from './follow-scope.ts'
import type { Management } from './management.ts'

/** The clusters that must be looked at again because of a change on the management cluster. */
export function keysOfChange(
  kind: FollowedKind,
  change: Change,
  management: Pick<Management, 'cluster'>,
): readonly string[] {
  switch (kind) {
    case 'cluster':
      return isOfNoUse(change) ? [] : [...new Set([change.key, ...ownersOfAddress(change, management)])]
    case 'clusterFitout':
      // Its status is our own word: we know it.
      return isStatusOnly(change) ? [] : [change.key]
    case 'binding':
      return [change.key]
    case 'fitout':
      return isStatusOnly(change) ? [] : neighbours(change.key, management)
    case 'resourceSet':
      // Cluster API turns the condition of a set over and over while one of its clusters fails.
      return isStatusOnly(change) ? [] : clustersOfSet(change, management)
    default:
      return kind satisfies never
  }
}

// Whose address a Cluster carries, or carried, must know: it may be another one's.
function ownersOfAddress(change: Change, { cluster }: Pick<Management, 'cluster'>): readonly string[] {
  const objects = [
    ...(change.kind === 'added' ? [] : [change.before]),
    ...(change.kind === 'removed' ? [] : [change.after]),
  ]
  const addresses = objects.flatMap(({ metadata }) => metadata.labels?.[names.addresseeLabel] ?? [])
  return addresses.flatMap(address => cluster.byIndex('address', address)).map(keyOf)
}

// Cluster API and Fitout itself write conditions all the time, and no decision depends on those.
function isOfNoUse(change: Change): boolean {
  if (!isStatusOnly(change) || change.kind !== 'changed') return false
  const { before, after } = change
  const isHeldAlike = isEqual(before.metadata.finalizers, after.metadata.finalizers)
  return isHeldAlike && isEqual(initializationOf(before), initializationOf(after))
}

function initializationOf(cluster: KubeObject): unknown {
  return fieldIn(cluster['status'], 'initialization')
}

// Any plan may name a set that people made; one that Fitout made is for the cluster that it belongs to.
function clustersOfSet(change: Change, management: Pick<Management, 'cluster'>): readonly string[] {
  const sets = [
    ...(change.kind === 'added' ? [] : [change.before]),
    ...(change.kind === 'removed' ? [] : [change.after]),
  ]
  const owners = new Set(sets.map(({ metadata }) => metadata.labels?.[names.ownerLabel]))
  const clusters = management.cluster.inNamespace(namespaceOf(change.key))
  const isConcerned = ({ metadata: { uid = '' } }: KubeObject) => owners.has(addresseeOf({ uid }))
  return (owners.has(undefined) ? clusters : clusters.filter(isConcerned)).map(keyOf)
}

function neighbours(key: string, { cluster }: Pick<Management, 'cluster'>): readonly string[] {
  return cluster.inNamespace(namespaceOf(key)).map(keyOf)
}

/** Whether nothing but the status of an object is different. */
export function isStatusOnly(change: Change): boolean {
  return change.kind === 'changed' && isEqual(withoutStatus(change.before), withoutStatus(change.after))
}

function withoutStatus({ status: _status, metadata, ...rest }: KubeObject): object {
  const { name, uid, generation, labels, annotations, deletionTimestamp } = metadata
  return { ...rest, metadata: { name, uid, generation, labels, annotations, deletionTimestamp } }
}
