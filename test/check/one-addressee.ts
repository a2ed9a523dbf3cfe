import { names } from '../../src/domain/api/api-names.ts'
import { type AddressableCluster, selectedClusters } from '../../src/domain/hand-over/wrap/addressees.ts'
import { readOrigin } from '../../src/domain/hand-over/wrap/hand-over-name.ts'
import { at, fieldsAt, listAt, textAt } from './history/fields.ts'
import type { History, Line } from './history/line.ts'
import { type Known, type Start, World } from './history/world.ts'
import { type Violation, breach } from './violation.ts'

/** All Clusters and ClusterResourceSets at one moment. `seq` is the line of the history that led to it. */
export interface Moment {
  readonly seq: number
  readonly t: number
  readonly clusters: readonly Known[]
  readonly resourceSets: readonly Known[]
}

/** What the addressees of hand-overs are judged by. */
export interface AddresseeOptions {
  /** How long a label that someone copied to another Cluster may stay a danger until the hand-over is withdrawn. */
  readonly withinMs?: number
}

/** The moments at which the labels of a Cluster or a ClusterResourceSet changed. */
export function momentsOf(history: History, start?: Start): readonly Moment[] {
  const world = new World(start)
  return history.flatMap(line => {
    const before = selectedBy(line, world)
    world.see(line)
    if (before === selectedBy(line, world)) return []
    const [clusters, resourceSets] = [world.all('clusters'), world.all('clusterresourcesets')]
    return { seq: line.seq, t: line.t, clusters, resourceSets: resourceSets.filter(isOwn) }
  })
}

// The status of a Cluster changes all the time, and does not count.
function selectedBy({ resource, namespace, name, subresource }: Line, world: World): string | undefined {
  if (subresource !== undefined) return undefined
  if (resource !== 'clusters' && resource !== 'clusterresourcesets') return undefined
  const object = world.find(resource, namespace, name)
  const { uid, labels, deletionTimestamp } = fieldsAt(object, 'metadata')
  return JSON.stringify([
    object === undefined,
    uid,
    labels,
    deletionTimestamp,
    at(object, 'spec', 'clusterSelector'),
  ])
}

/** Finds hand-overs that would reach another Cluster than their own. Each is reported once, when it has lasted too long. */
export function checkOneAddressee(
  moments: readonly Moment[],
  { withinMs = 0 }: AddresseeOptions = {},
): readonly Violation[] {
  const since = new Map<string, number>()
  const told = new Set<string>()
  return moments.flatMap(moment => {
    const wrong = new Set(moment.resourceSets.filter(isOwn).flatMap(set => strangers(set, moment.clusters)))
    for (const key of wrong) if (!since.has(key)) since.set(key, moment.t)
    // One that has just ended has lasted until now.
    const late = [...since].filter(([key, from]) => !told.has(key) && moment.t - from >= withinMs)
    for (const [key] of late) told.add(key)
    for (const key of since.keys()) if (!wrong.has(key)) since.delete(key)
    return late.map(([sentence]) => breach('oneAddressee', moment, sentence))
  })
}

function strangers(set: Known, clusters: readonly Known[]): readonly string[] {
  const namespace = textAt(set, 'metadata', 'namespace')
  const name = textAt(set, 'metadata', 'name')
  const uid = readOrigin(set)?.uid ?? textAt(set, 'metadata', 'labels', names.ownerLabel)
  return (
    clusters
      .filter(cluster => textAt(cluster, 'metadata', 'uid') !== uid && isSelected(set, cluster))
      // A Cluster that was moved has another identifier than what it brought along, and is its owner.
      .filter(cluster => !isOwner(cluster, set))
      .map(cluster => {
        const stranger = textAt(cluster, 'metadata', 'name')
        return `ClusterResourceSet ${namespace}/${name} selects Cluster "${stranger}", which is not its own`
      })
  )
}

const selected = new WeakMap<Known, WeakMap<Known, boolean>>()

// Of all pairs only a few change from one moment to the next.
function isSelected(set: Known, cluster: Known): boolean {
  const known = selected.get(set) ?? new WeakMap<Known, boolean>()
  selected.set(set, known)
  const is = known.get(cluster) ?? selectedClusters(set, [addressable(cluster)]).length > 0
  known.set(cluster, is)
  return is
}

function addressable(cluster: Known): AddressableCluster {
  return {
    name: textAt(cluster, 'metadata', 'name') ?? '',
    namespace: textAt(cluster, 'metadata', 'namespace') ?? '',
    uid: textAt(cluster, 'metadata', 'uid') ?? '',
    labels: fieldsAt(cluster, 'metadata', 'labels') as AddressableCluster['labels'],
    isBeingDeleted: at(cluster, 'metadata', 'deletionTimestamp') !== undefined,
  }
}

function isOwner(cluster: Known, set: Known): boolean {
  const uid = textAt(cluster, 'metadata', 'uid')
  return listAt(set, 'metadata', 'ownerReferences').some(owner => textAt(owner, 'uid') === uid)
}

function isOwn(set: Known): boolean {
  return textAt(set, 'metadata', 'labels', names.ownerLabel) !== undefined
}
