import type { FleetRow } from '../../domain/fleet/fleet-row.ts'
import { type FleetCluster, type FleetSnapshot, idOf } from '../../domain/fleet/fleet-snapshot.ts'
import { instantOf } from '../../domain/plan/step-status.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { Fresh } from '../api/fleet-response.ts'
import type { FleetAccess, UserSession } from '../http/console-identity.ts'
import { HttpRefusal } from '../http/http-refusal.ts'
import type { ConsoleFleet, FleetPicture } from './console-fleet.ts'

/** The fleet as one user may see it: answers are made of this, and of nothing else. */
export interface SeenFleet {
  readonly access: FleetAccess
  /** How true it is, as every answer says it. */
  readonly fresh: Fresh
  readonly seq: number
  /** As of now. */
  readonly snapshot: FleetSnapshot
  readonly rows: readonly FleetRow[]
  /** By namespace and name; undefined if there is none, or the user may not see it. */
  readonly cluster: (id: string) => FleetCluster | undefined
  readonly clusterObject: (id: string) => KubeObject | undefined
  readonly clusterFitoutObject: (id: string) => KubeObject | undefined
  readonly fitoutObject: (id: string) => KubeObject | undefined
  readonly clusterObjects: () => readonly KubeObject[]
  readonly fitoutObjects: () => readonly KubeObject[]
}

/** How true the server's knowledge is now. */
export function freshOf(fleet: ConsoleFleet): Fresh {
  const { asOf, silentSince, note } = fleet
  return {
    asOf: instantOf(asOf),
    ...(silentSince === undefined ? {} : { silentSince: instantOf(silentSince) }),
    ...(note === undefined ? {} : { note }),
  }
}

/** What a user may see of the fleet now. Refuses while nothing was read yet. */
export async function viewFleet(
  fleet: ConsoleFleet,
  { reader }: Pick<UserSession, 'reader'>,
): Promise<SeenFleet> {
  const access = await reader.access(namespacesIn(fleet))
  return viewAs(fleet, access)
}

/** The namespaces in which there is something to see. */
function namespacesIn({ picture }: ConsoleFleet): readonly string[] {
  const found = picture ? [...picture.clusters.values(), ...picture.fitouts.values()] : []
  return [...new Set(found.map(({ metadata }) => metadata.namespace ?? ''))].toSorted()
}

/** The fleet for whoever has this access. */
function viewAs(fleet: ConsoleFleet, access: FleetAccess): SeenFleet {
  const { picture, journal } = fleet
  if (!picture)
    throw new HttpRefusal('NotReady', 'the fleet is being read from the management cluster', {
      retryAfter: 1,
    })
  const fresh = freshOf(fleet)
  const { maySee } = access
  const part = visibleOf(picture, access, journal)
  const snapshot = { ...part.snapshot, asOf: fresh.asOf }
  const seen = (objects: ReadonlyMap<string, KubeObject>, id: string) => {
    const object = objects.get(id)
    return object && maySee(object.metadata.namespace ?? '') ? object : undefined
  }
  const all = (objects: ReadonlyMap<string, KubeObject>) =>
    [...objects.values()].filter(({ metadata }) => maySee(metadata.namespace ?? ''))
  return {
    access,
    fresh,
    seq: journal.seq,
    snapshot,
    rows: part.rows,
    cluster: id => part.byId.get(id),
    clusterObject: id => seen(picture.clusters, id),
    clusterFitoutObject: id => seen(picture.clusterFitouts, id),
    fitoutObject: id => seen(picture.fitouts, id),
    clusterObjects: () => all(picture.clusters),
    fitoutObjects: () => all(picture.fitouts),
  }
}

interface FleetPart {
  readonly snapshot: FleetSnapshot
  readonly rows: readonly FleetRow[]
  readonly byId: ReadonlyMap<string, FleetCluster>
}

// Many look at one picture, and most of them may see the same of it.
const parts = new WeakMap<FleetPicture, Map<string, FleetPart>>()

function visibleOf(picture: FleetPicture, access: FleetAccess, journal: ConsoleFleet['journal']): FleetPart {
  const known = parts.get(picture) ?? new Map<string, FleetPart>()
  parts.set(picture, known)
  const before = known.get(access.key)
  if (before) return before
  const snapshot = visiblePart(picture, access)
  const byId = new Map(snapshot.clusters.map(cluster => [idOf(cluster), cluster]))
  const part = { snapshot, rows: journal.rowsOf(snapshot), byId }
  known.set(access.key, part)
  return part
}

function visiblePart({ snapshot, unselected }: FleetPicture, { maySee }: FleetAccess): FleetSnapshot {
  const isSeen = (one: { readonly namespace: string }) => maySee(one.namespace)
  const counts = [...unselected].map(([namespace, count]) => (maySee(namespace) ? count : 0))
  return {
    ...snapshot,
    fitouts: snapshot.fitouts.filter(isSeen),
    clusters: snapshot.clusters.filter(isSeen),
    unselected: counts.reduce((sum, count) => sum + count, 0),
  }
}
