import { qualifiedName } from '../../domain/object/qualified-name.ts'
import { names } from '../../domain/api/api-names.ts'
import { addresseeOf, isHandOverName } from '../../domain/hand-over/wrap/hand-over-name.ts'
import type { ObservedCluster } from '../../domain/plan/cluster-facts.ts'
import { hasCode } from '../../engine/api/api-error.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { resources } from '../world/resources.ts'
import { type WriteContext, withdrawCondition, writeLabels } from './act.ts'
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
  // After a move the address is somebody else's: who takes it back can withdraw it at the next look.
  if (clusterFitout && hasForeignAddress(fact)) {
    await writeLabels(context, { [names.addresseeLabel]: addresseeOf(fact) })
    return 'waiting'
  }
  await writeLabels(context, {})
  if ((await withdrawHandOvers(context, [])) === 'waiting') return 'waiting'
  await withdrawCondition(context)
  if (clusterFitout) await remove(context, clusterFitout, resources.clusterFitout)
  return 'released'
}

function hasForeignAddress({ labels, ownLabels }: ObservedCluster): boolean {
  return labels[names.addresseeLabel] !== undefined && !ownLabels.has(names.addresseeLabel)
}

/**
 * Deletes the hand-overs of a cluster but those that are named, one at a time: Cluster API loses entries of its binding
 * when several ClusterResourceSets of a cluster go at once.
 */
export async function withdrawHandOvers(
  context: WriteContext,
  keep: readonly string[],
): Promise<'withdrawn' | 'waiting'> {
  const first = handOversOf(context).find(({ metadata }) => !keep.includes(metadata.name))
  if (!first) return 'withdrawn'
  if (first.metadata.deletionTimestamp !== undefined) return 'waiting'
  // The Secret first: once its ClusterResourceSet is gone, nobody knows of it any more.
  for (const name of secretsOf(first)) await removeSecret(context, name)
  await remove(context, first, resources.resourceSet)
  return 'waiting'
}

/** Deletes all values that are handed over to a cluster, at once: they must not reach whom they are not for. */
export async function withdrawValues(context: WriteContext): Promise<void> {
  for (const name of handOversOf(context).flatMap(secretsOf)) await removeSecret(context, name)
}

function handOversOf({ management, fact }: WriteContext): readonly KubeObject[] {
  return management.resourceSet.inNamespace(fact.namespace).filter(object => isHandOverOf(object, fact))
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
  { world, call }: WriteContext,
  { metadata }: KubeObject,
  resource: typeof resources.clusterFitout | typeof resources.resourceSet,
): Promise<void> {
  const { name, namespace = '', uid } = metadata
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
