import { type FleetCluster, idOf } from '../../domain/fleet/fleet-snapshot.ts'
import type { ChangeSummary } from '../../server/api/change-response.ts'

/** A cluster that is in an open change and not in the fleet. */
export interface GhostCluster {
  /** `dev/team-2`. */
  readonly id: string
  readonly change: ChangeSummary
}

/** The clusters of open changes that the fleet does not have, by name. */
export function ghostsOf(
  changes: readonly ChangeSummary[],
  clusters: readonly FleetCluster[],
): readonly GhostCluster[] {
  const known = new Set(clusters.map(idOf))
  return changes
    .filter(({ state }) => state === 'open')
    .flatMap(change => change.clusters.filter(id => !known.has(id)).map(id => ({ id, change })))
    .toSorted((a, b) => (a.id < b.id ? -1 : Number(a.id > b.id)))
}
