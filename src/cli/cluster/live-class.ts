import { type ClusterClass, readClass } from '../../domain/cluster-class/read-class.ts'
import type { Resource } from '../../engine/api/api.ts'
import { hasCode } from '../../engine/api/api-error.ts'
import { Refusal } from '../command/refusal.ts'
import { callManagement } from '../../fleet/link/call-management.ts'
import type { ConnectionFlags } from '../fleet/fleet-flags.ts'
import type { FleetWorld } from '../fleet/fleet-world.ts'

const classes: Resource = {
  group: 'cluster.x-k8s.io',
  version: 'v1beta2',
  kind: 'ClusterClass',
  plural: 'clusterclasses',
  scope: 'Namespaced',
}

interface Wanted {
  readonly name: string
  readonly namespace: string
  readonly flags: ConnectionFlags
}

/** Reads a ClusterClass from the management cluster. */
export async function liveClass(
  { name, namespace, flags }: Wanted,
  world: FleetWorld,
): Promise<ClusterClass> {
  const { link } = await world.connect(flags)
  try {
    const call = { what: `read ClusterClass ${namespace}/${name}`, right: 'get clusterclasses', namespace }
    const object = await callManagement(link, call, async () => {
      try {
        return await link.management.get({ resource: classes, namespace, name })
      } catch (error) {
        if (hasCode(error, 'NotFound')) return undefined
        throw error
      }
    })
    const found = readClass(object)
    if (found) return found
    throw new Refusal(`there is no ClusterClass ${namespace}/${name} on the management cluster`, {
      exitCode: 2,
    })
  } finally {
    link.close()
  }
}
