import { resources } from '../../controller/resources.ts'
import type { FleetSnapshot } from '../../domain/fleet/fleet-snapshot.ts'
import type { FleetScope } from '../../domain/fleet/within-scope.ts'
import { partOf, textIn } from '../../domain/health/read-field.ts'
import { readInstant } from '../../domain/plan/step-status.ts'
import { ApiError } from '../../engine/api/api-error.ts'
import type { Resource } from '../../engine/api/api.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { leases } from '../../engine/election/lease.ts'
import { listAll } from '../../engine/follow/list-all.ts'
import { stripManagedFields } from '../../engine/follow/strip-managed-fields.ts'
import { ask } from './could-not-ask.ts'
import type { Link } from './link.ts'
import { pictureOf } from './picture-of.ts'

const LEASE = { resource: leases, namespace: 'fitout-system', name: 'fitout-controller' } as const
const LIST_MS = 30_000
const MAX_OBJECTS = 50_000

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
  return pictureOf({ clusters, fitouts, clusterFitouts }, { now: link.clock.now(), scope, seen })
}

async function list(
  link: Link,
  resource: Resource,
  { namespace }: FleetScope,
): Promise<readonly KubeObject[]> {
  const { plural } = resource
  const asked = { what: `list ${plural}`, right: `list ${plural}`, namespace }
  const selection = { resource, ...(namespace === undefined ? {} : { namespace }) }
  const options = { call: { timeoutMs: LIST_MS }, maxObjects: MAX_OBJECTS, transform: stripManagedFields }
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
