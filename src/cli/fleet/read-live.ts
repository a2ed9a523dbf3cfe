import { ownerOf } from '../../controller/cluster/owner-of.ts'
import { resources } from '../../controller/resources.ts'
import { fleetOf } from '../../domain/fleet/fleet-of.ts'
import type { FleetSnapshot } from '../../domain/fleet/fleet-snapshot.ts'
import type { FleetScope } from '../../domain/fleet/within-scope.ts'
import { partOf, textIn } from '../../domain/health/read-field.ts'
import { matchesSelector } from '../../domain/labels/selector.ts'
import { readInstant } from '../../domain/plan/step-status.ts'
import { ApiError } from '../../engine/api/api-error.ts'
import type { Resource } from '../../engine/api/api.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { leases } from '../../engine/election/lease.ts'
import { listAll } from '../../engine/follow/list-all.ts'
import { stripManagedFields } from '../../engine/follow/strip-managed-fields.ts'
import { ask } from './could-not-ask.ts'
import type { Link } from './link.ts'

const LEASE = { resource: leases, namespace: 'fitout-system', name: 'fitout-controller' } as const
const LIST_MS = 30_000
const MAX_OBJECTS = 50_000

/** The objects that a fleet is made of. */
export interface Lists {
  readonly clusters: readonly KubeObject[]
  readonly fitouts: readonly KubeObject[]
  readonly clusterFitouts: readonly KubeObject[]
}

/** Reads the fleet of a management cluster once, or refuses in plain words. */
export async function readFleet(link: Link, scope: FleetScope): Promise<FleetSnapshot> {
  const asked = [
    list(link, resources.cluster, scope),
    list(link, resources.fitout, scope),
    list(link, resources.clusterFitout, scope),
    controllerSeenAt(link),
  ] as const
  // Of several refusals always the same one is told, whichever came first.
  await Promise.allSettled(asked)
  const [clusters, fitouts, clusterFitouts, seen] = await Promise.all(asked)
  return pictureOf({ clusters, fitouts, clusterFitouts }, { link, scope, seen })
}

async function list(
  link: Link,
  resource: Resource,
  { namespace }: FleetScope,
): Promise<readonly KubeObject[]> {
  const { plural } = resource
  const asked = { what: `list ${plural}`, right: `list ${plural}`, namespace }
  const selection = { resource, ...(namespace === undefined ? {} : { namespace }) }
  const { signal } = new AbortController()
  const options = { signal, timeoutMs: LIST_MS, maxObjects: MAX_OBJECTS, transform: stripManagedFields }
  const { items } = await ask(link, asked, () => listAll(link.management, selection, options))
  return items
}

/** When a controller last said that it is at work. Who may not look, or finds none, cannot tell. */
export async function controllerSeenAt({ management }: Link): Promise<number | undefined> {
  try {
    return readInstant(textIn(partOf(await management.get(LEASE), 'spec'), 'renewTime'))
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

/** What else a picture needs. */
export interface Picture {
  readonly link: Link
  readonly scope: FleetScope
  readonly seen: number | undefined
}

/** Makes the picture of a fleet from what was listed. */
export function pictureOf(
  { clusters, fitouts, clusterFitouts }: Lists,
  { link, scope, seen }: Picture,
): FleetSnapshot {
  const known = new Map(clusterFitouts.map(object => [keyOf(object), object]))
  const plans = Map.groupBy(fitouts, ({ metadata }) => metadata.namespace ?? '')
  const chosen = clusters.filter(({ metadata }) => matchesSelector(scope.selector, metadata.labels))
  return fleetOf({
    now: link.clock.now(),
    controllerSeenAt: seen,
    fitouts,
    clusters: chosen.map(cluster => {
      const clusterFitout = known.get(keyOf(cluster))
      const { namespace = '' } = cluster.metadata
      const fitout =
        planned(clusterFitout) ?? ownerOf(cluster, plans.get(namespace) ?? [])?.object.metadata.name
      return { cluster, clusterFitout, fitout }
    }),
  })
}

function planned(clusterFitout: KubeObject | undefined): string | undefined {
  const name = clusterFitout === undefined ? '' : textIn(partOf(clusterFitout, 'spec'), 'fitout')
  return name === '' ? undefined : name
}

function keyOf({ metadata: { namespace, name } }: KubeObject): string {
  return `${namespace}/${name}`
}
