import type { FleetRow } from '../../domain/fleet/fleet-row.ts'
import type { FleetResponse } from '../../server/api/fleet-response.ts'
import type { FleetPatch } from '../../server/api/stream-event.ts'

/** The fleet after a patch. Rows that the patch does not name are the same objects as before. */
export function mergeFleetPatch(fleet: FleetResponse, patch: FleetPatch): FleetResponse {
  const { rows = [], removed = [], fitouts = fleet.fitouts, unselected = fleet.unselected } = patch
  return {
    asOf: patch.asOf,
    seq: patch.seq,
    ...(patch.silentSince === undefined ? {} : { silentSince: patch.silentSince }),
    ...(patch.note === undefined ? {} : { note: patch.note }),
    fitouts,
    unselected,
    isPartial: fleet.isPartial,
    toReady: patch.toReady ?? fleet.toReady,
    ...(fleet.page === undefined ? {} : { page: fleet.page }),
    rows: rows.length + removed.length === 0 ? fleet.rows : mergeRows(fleet.rows, rows, removed),
  }
}

function mergeRows(
  before: readonly FleetRow[],
  changed: readonly FleetRow[],
  removed: readonly string[],
): readonly FleetRow[] {
  const byId = new Map(before.map(row => [row.id, row]))
  const count = byId.size
  for (const id of removed) byId.delete(id)
  for (const row of changed) byId.set(row.id, row)
  const rows = [...byId.values()]
  // A Map keeps the place of what was there, so only what is new has to be sorted in.
  return byId.size === count && removed.length === 0
    ? rows
    : rows.toSorted((a, b) => (a.id < b.id ? -1 : Number(a.id > b.id)))
}
