import type { UpgradeMove } from '../../domain/compat/order-upgrade.ts'
import { listFirst } from '../../domain/text/list-first.ts'
import { qualifiedName } from '../../domain/object/qualified-name.ts'
import type { ClusterUpgrade } from '../../simulator/folder/upgrade-fleet.ts'
import type { Table } from '../fleet/table.ts'

/** The reason that a controller gives for the same. */
export const UPGRADE_REASON = 'VersionUnsupported'

/** How running clusters get there: those that go the same way are one line, those that stop come first. */
export function upgradeTable(upgrades: readonly ClusterUpgrade[]): Table {
  const groups = Map.groupBy(upgrades, ({ moves, stop }) =>
    JSON.stringify([moves, stop?.before, stop?.reasons.map(({ sentence }) => sentence)]),
  )
  const rows = [...groups.values()]
    .toSorted(
      (a, b) => Number(b[0]?.stop !== undefined) - Number(a[0]?.stop !== undefined) || b.length - a.length,
    )
    .flatMap(group => {
      const [first] = group
      if (!first) return []
      const { moves, stop } = first
      return [
        [
          String(group.length),
          listFirst(group.map(qualifiedName)),
          moves.length === 0 ? '-' : moves.map(shownMove).join(', '),
          stop ? shownMove(stop.before) : '-',
          stop ? `${UPGRADE_REASON}: ${stop.reasons.map(({ sentence }) => sentence).join('; ')}` : '-',
        ],
      ]
    })
  return [['CLUSTERS', 'NAMES', 'UPGRADES IN ORDER', 'STOPS BEFORE', 'REASON'], ...rows]
}

function shownMove({ component, from, to }: UpgradeMove): string {
  return `${component} ${plain(from)} -> ${plain(to)}`
}

function plain(version: string): string {
  return version.replace(/^v(?=\d)/, '')
}
