import { describe, expect, test } from 'vitest'
import type { FleetRow } from '../../domain/fleet/fleet-row.ts'
import type { FleetResponse } from '../../server/api/fleet-response.ts'
import { mergeFleetPatch } from './merge-fleet-patch.ts'

function aRow(id: string, state: FleetRow['state'] = 'Ready'): FleetRow {
  return { id, fitout: 'eks', state, steps: 'rr' }
}

const fleet: FleetResponse = {
  asOf: '2026-11-16T12:00:00Z',
  silentSince: '2026-11-16T11:00:00Z',
  seq: 7,
  fitouts: [],
  rows: [aRow('prod/a'), aRow('prod/b'), aRow('prod/d')],
  unselected: 2,
  isPartial: false,
  toReady: { count: 0 },
}
const at = { topic: 'fleet', asOf: '2026-11-16T12:01:00Z', seq: 8 } as const

describe('A patch of the fleet', () => {
  test('replaces the rows that it names, and leaves the others as they are', () => {
    const merged = mergeFleetPatch(fleet, { ...at, rows: [aRow('prod/b', 'Failed')] })
    expect(merged.rows).toEqual([aRow('prod/a'), aRow('prod/b', 'Failed'), aRow('prod/d')])
    expect(merged.rows[0]).toBe(fleet.rows[0])
  })

  test('sorts new rows in, and leaves removed ones out', () => {
    const merged = mergeFleetPatch(fleet, { ...at, rows: [aRow('prod/c')], removed: ['prod/a'] })
    expect(merged.rows.map(({ id }) => id)).toEqual(['prod/b', 'prod/c', 'prod/d'])
  })

  test('ends a silence that it does not mention', () => {
    expect(mergeFleetPatch(fleet, at)).toEqual({
      asOf: at.asOf,
      seq: 8,
      fitouts: [],
      rows: fleet.rows,
      unselected: 2,
      isPartial: false,
      toReady: { count: 0 },
    })
  })
})
