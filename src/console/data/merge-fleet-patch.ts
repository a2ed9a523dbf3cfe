import type { FleetRow } from '../../domain/fleet/fleet-row.ts'
import type { FleetResponse } from '../../server/api/fleet-response.ts'
import type { FleetPatch } from '../../server/api/stream-event.ts'

/** The fleet after a patch. Rows that the patch does not name are the same objects as before. */
export function mergeFleetPatch(fleet: FleetResponse, patch: FleetPatch): FleetResponse {
  const { removed = [], fitouts = fleet.fitouts, unselected = fleet.unselected } = patch
  const rows = shownRows(fleet, patch)
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

// Of a fleet that comes in pages only this page is here: what is on another one does not belong between its rows.
function shownRows({ page, rows }: FleetResponse, { rows: changed = [] }: FleetPatch): readonly FleetRow[] {
  if (page === undefined) return changed
  const here = new Set(rows.map(({ id }) => id))
  return changed.filter(({ id }) => here.has(id))
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
