import { qualifiedName } from '../../domain/object/qualified-name.ts'
import { names } from '../../domain/api/api-names.ts'
import { addresseeOf, isHandOverName } from '../../domain/hand-over/wrap/hand-over-name.ts'
import type { ObservedCluster, WrittenHandOver } from '../../domain/plan/cluster-facts.ts'
import { type Withdrawal, withdrawalBut } from '../../domain/plan/withdrawal.ts'
import { hasCode } from '../../engine/api/api-error.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { resources } from '../world/resources.ts'
import { type WriteContext, withdrawCondition, writeLabels } from './act.ts'
import type { Management } from '../management/management.ts'
import { fieldIn } from '../management/read-cluster.ts'

/**
 * Takes back everything that Fitout has put on the management cluster for a cluster that no Fitout has any more.
 *
 * What ClusterResourceSets and Flux have put on the workload cluster stays. Safe to be cut off at any line: what is left
 * is found again, and the ClusterFitout goes last.
 */
export async function releaseCluster(context: WriteContext): Promise<'released' | 'waiting'> {
  const { management, fact } = context
  const clusterFitout = management.clusterFitout.get(qualifiedName(fact))
  // A cluster that is moved is paused: what is on it belongs to the other side already.
  if (fact.isPaused) return 'released'
  // After a move the address has another field manager: once it is taken back, the next reconcile can withdraw it.
  if (clusterFitout && hasForeignAddress(fact)) {
    await writeLabels(context, { [names.addresseeLabel]: addresseeOf(fact) })
    return 'waiting'
  }
  await writeLabels(context, {})
  const leaving = withdrawalBut([], { written: writtenHandOvers(management, fact) })
  await withdraw(context, leaving)
  if (leaving.isOpen) return 'waiting'
  await withdrawCondition(context)
  if (clusterFitout) await remove(context, clusterFitout.metadata, resources.clusterFitout)
  return 'released'
}

function hasForeignAddress({ labels, ownLabels }: ObservedCluster): boolean {
  return labels[names.addresseeLabel] !== undefined && !ownLabels.has(names.addresseeLabel)
}

/** The hand-overs to a cluster that are on the management cluster. */
export function writtenHandOvers(
  { resourceSet }: Pick<Management, 'resourceSet'>,
  fact: ObservedCluster,
): readonly WrittenHandOver[] {
  const owners = new Set([addresseeOf(fact), fact.uid])
  const owned = new Set([...owners].flatMap(owner => resourceSet.byIndex('owner', owner)))
  const objects = [...owned].filter(
    object => object.metadata.namespace === fact.namespace && isHandOverOf(object, fact),
  )
  return objects.map(object => ({
    name: object.metadata.name,
    uid: object.metadata.uid,
    isDeleting: object.metadata.deletionTimestamp !== undefined,
    secrets: secretsOf(object),
  }))
}

/** Deletes what is to go of the hand-overs to a cluster. */
export async function withdraw(context: WriteContext, { secrets, resourceSet }: Withdrawal): Promise<void> {
  for (const name of secrets) await removeSecret(context, name)
  if (resourceSet) await remove(context, resourceSet, resources.resourceSet)
}

/**
 * Whether an object is a hand-over to this cluster: by its owner label, or, after a move, by its owner alone.
 *
 * A cluster that is moved gets another UID, and takes along what it owned under the old one. What has the label by a copy
 * has not the name.
 */
function isHandOverOf({ metadata }: KubeObject, fact: ObservedCluster): boolean {
  const { name, labels = {}, ownerReferences = [] } = metadata
  const owner = labels[names.ownerLabel]
  if (owner === undefined) return false
  const isOwned = ownerReferences.some(({ uid }) => uid === fact.uid)
  return (owner === addresseeOf(fact) || isOwned) && isHandOverName(name, owner)
}

function secretsOf(resourceSet: KubeObject): readonly string[] {
  const listed = fieldIn(resourceSet['spec'], 'resources')
  if (!Array.isArray(listed)) return []
  return listed
    .filter(entry => fieldIn(entry, 'kind') === 'Secret')
    .map(entry => fieldIn(entry, 'name'))
    .filter(name => typeof name === 'string')
}

async function removeSecret({ world, fact, call }: WriteContext, name: string): Promise<void> {
  const ref = { resource: resources.secret, namespace: fact.namespace, name }
  try {
    const object = await world.management.get(ref, { ...call, metadataOnly: true })
    const { metadata } = object
    if (!isHandOverOf(object, fact)) return
    await world.management.delete(ref, {
      ...call,
      ...(metadata.uid === undefined ? {} : { uid: metadata.uid }),
    })
  } catch (error) {
    if (!hasCode(error, 'NotFound')) throw error
  }
}

async function remove(
  { world, fact: { namespace }, call }: WriteContext,
  { name, uid }: { readonly name: string; readonly uid?: string | undefined },
  resource: typeof resources.clusterFitout | typeof resources.resourceSet,
): Promise<void> {
  try {
    await world.management.delete(
      { resource, namespace, name },
      { ...call, ...(uid === undefined ? {} : { uid }) },
    )
  } catch (error) {
    // Gone already, or another one under its name: both are what was wanted.
    if (!hasCode(error, 'NotFound', 'Conflict')) throw error
  }
}
