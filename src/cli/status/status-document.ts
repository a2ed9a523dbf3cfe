import { idOf } from '../../domain/fleet/fleet-snapshot.ts'
import { jsonDocument } from '../io/json-document.ts'
import type { StatusView } from './status-view.ts'

/** The answer for programs, as JSON. docs/reference/snapshot.md explains the fields of a cluster. */
export function statusJson({ fleet, clusters, states, causes }: StatusView): string {
  return jsonDocument('FleetStatus', {
    asOf: fleet.asOf,
    controllerSeenAt: fleet.controllerSeenAt,
    total: clusters.length,
    unselected: fleet.unselected,
    states,
    causes,
    clusters,
  })
}

/** The names of the clusters, for pipes. */
export function statusNames({ clusters }: StatusView): string {
  return clusters.map(cluster => `${idOf(cluster)}\n`).join('')
}
