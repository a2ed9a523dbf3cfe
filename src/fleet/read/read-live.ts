import { resources } from '../../controller/world/resources.ts'
import type { FleetSnapshot } from '../../domain/fleet/fleet-snapshot.ts'
import type { FleetScope } from '../../domain/fleet/within-scope.ts'
import type { Resource } from '../../engine/api/api.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { listAll } from '../../engine/follow/list-all.ts'
import { stripManagedFields } from '../../engine/follow/strip-managed-fields.ts'
import { callManagement } from '../link/call-management.ts'
import type { Link } from '../link/link.ts'
import { buildSnapshot } from './build-snapshot.ts'
import type { ReadOptions } from '../link/fleet-source.ts'
import { gatherVersions } from './gather-versions.ts'
import { seeControllers } from './see-controllers.ts'

const LIST_MS = 30_000
const MAX_OBJECTS = 50_000

/** Reads the fleet of a management cluster once, or refuses in plain words. */
export async function readFleet(
  link: Link,
  scope: FleetScope,
  { withVersions = false }: ReadOptions = {},
): Promise<FleetSnapshot> {
  const asked = [
    list(link, resources.cluster, scope),
    list(link, resources.fitout, scope),
    list(link, resources.clusterFitout, scope),
  ] as const
  // Of several refusals always the same one is reported, whichever came first.
  await Promise.allSettled(asked)
  const [clusters, fitouts, clusterFitouts] = await Promise.all(asked)
  const seen = await seeControllers(link, clusters)
  const versions = withVersions ? await gatherVersions(link, fitouts, scope) : undefined
  return buildSnapshot(
    { clusters, fitouts, clusterFitouts },
    { now: link.clock.now(), scope, seen, versions },
  )
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
  const { items } = await callManagement(link, asked, () => listAll(link.management, selection, options))
  return items
}
