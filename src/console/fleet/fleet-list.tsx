import { type ReactNode, type RefObject, useCallback, useRef, useState } from 'react'
import type { FleetPlan } from '../../domain/fleet/fleet-snapshot.ts'
import { copyText } from '../elements/copy-button.tsx'
import { useMedia } from '../elements/use-media.ts'
import { useKeys } from '../frame/use-keys.ts'
import { FleetCard } from './fleet-card.tsx'
import { GroupLine, RowLine } from './fleet-row-line.tsx'
import type { ListItem } from './fleet-rows.ts'
import type { HeldList } from './use-held-order.ts'
import { useRowWindow } from './use-row-window.ts'

const ROW = 36
const CARD = 112

interface FleetListProps {
  readonly list: HeldList
  readonly plans: readonly FleetPlan[]
  readonly openRow: string | undefined
  readonly onWhy: (id: string, step: string | undefined) => void
}

/** The clusters, of which only those are drawn that are seen. A table where there is room, else cards. */
export function FleetList({ list, plans, openRow, onWhy }: FleetListProps): ReactNode {
  const isNarrow = useMedia('(max-width: 767px)')
  const frame = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLElement>(null)
  const setBody = useCallback((element: HTMLElement | null) => {
    body.current = element
  }, [])
  const clusterRows = list.items.filter(({ kind }) => kind === 'cluster')
  const items = isNarrow ? clusterRows : list.items
  const shown = useRowWindow(body, items.length, isNarrow ? CARD : ROW)
  const [active, setActive] = useState<string>()
  const activeKey = items.some(({ key }) => key === active) ? active : clusterRows[0]?.key
  useListKeys({ items, active: activeKey, onMove: setActive, frame, onWhy, list })
  const drawn = items.slice(shown.first, shown.end)
  const watch = {
    onPointerEnter: list.hold,
    onPointerLeave: () => {
      if (!frame.current?.contains(document.activeElement)) list.release()
    },
    onFocus: list.hold,
    onBlur: () => {
      // The focus is between two elements: whether it left the list is known a moment later.
      setTimeout(() => {
        const isInside = frame.current?.contains(document.activeElement) ?? false
        if (!isInside && !(frame.current?.matches(':hover') ?? false)) list.release()
      })
    },
  }
  if (isNarrow) {
    return (
      <div ref={frame} {...watch}>
        <ul
          ref={setBody}
          className="cards"
          style={{ paddingTop: shown.above, paddingBottom: shown.below }}
          aria-label="Clusters"
        >
          {drawn.map((item, index) =>
            item.kind === 'group' ? null : (
              <FleetCard
                key={item.key}
                cluster={item.cluster}
                plans={plans}
                isActive
                position={shown.first + index + 1}
                total={items.length}
              />
            ),
          )}
        </ul>
      </div>
    )
  }
  return (
    <div ref={frame} {...watch}>
      <table className="fleet" aria-rowcount={items.length + 1} aria-label="Clusters">
        <TableHead />
        <tbody ref={setBody}>
          <Spacer height={shown.above} />
          {drawn.map((item, index) =>
            item.kind === 'group' ? (
              <GroupLine key={item.key} group={item.group} index={shown.first + index + 2} />
            ) : (
              <RowLine
                key={item.key}
                cluster={item.cluster}
                group={item.group}
                plans={plans}
                index={shown.first + index + 2}
                isActive={item.key === activeKey}
                isOpen={item.key === openRow}
                isChanged={list.changed.has(item.key)}
                onWhy={onWhy}
              />
            ),
          )}
          <Spacer height={shown.below} />
        </tbody>
      </table>
    </div>
  )
}

function TableHead(): ReactNode {
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className="col-name">
          Cluster
        </th>
        <th scope="col" className="col-k8s">
          Version
        </th>
        <th scope="col" className="col-steps">
          Steps
        </th>
        <th scope="col" className="col-state">
          State
        </th>
        <th scope="col" className="col-cause">
          Cause
        </th>
      </tr>
    </thead>
  )
}

function Spacer({ height }: { readonly height: number }): ReactNode {
  if (height === 0) return null
  return (
    <tr aria-hidden="true" className="spacer">
      <td colSpan={5} style={{ height }} />
    </tr>
  )
}

interface ListKeys {
  readonly items: readonly ListItem[]
  readonly active: string | undefined
  readonly onMove: (key: string) => void
  readonly frame: RefObject<HTMLDivElement | null>
  readonly onWhy: FleetListProps['onWhy']
  readonly list: HeldList
}

function useListKeys({ items, active, onMove, frame, onWhy, list }: ListKeys): void {
  const move = (event: KeyboardEvent, by: 1 | -1) => {
    const isInside = frame.current?.contains(document.activeElement) ?? false
    // Arrows scroll the page as long as no row has the focus.
    if (event.key.startsWith('Arrow') && !isInside) return
    const next = isInside ? nextKey(items, active, by) : active
    if (next === undefined) return
    event.preventDefault()
    onMove(next)
    focusRow({ frame: frame.current, items, key: next })
  }
  const along = (event: KeyboardEvent, by: 1 | -1) => {
    const row = document.activeElement?.closest('[data-row]')
    if (!row || !frame.current?.contains(row)) return
    event.preventDefault()
    const stops = [...row.querySelectorAll<HTMLElement>('[data-name], .cell')]
    const at = stops.findIndex(stop => stop === document.activeElement)
    stops[Math.min(stops.length - 1, Math.max(0, at + by))]?.focus()
  }
  useKeys({
    ArrowDown: event => move(event, 1),
    j: event => move(event, 1),
    ArrowUp: event => move(event, -1),
    k: event => move(event, -1),
    ArrowRight: event => along(event, 1),
    ArrowLeft: event => along(event, -1),
    w: () => {
      if (active !== undefined) onWhy(active, undefined)
    },
    h: list.release,
    y: () => {
      if (active !== undefined) copyText(`fitout why ${active}`).catch(() => {})
    },
  })
}

function nextKey(items: readonly ListItem[], active: string | undefined, by: 1 | -1): string | undefined {
  const rows = items.filter(({ kind }) => kind === 'cluster')
  const at = rows.findIndex(({ key }) => key === active)
  return rows[Math.min(rows.length - 1, Math.max(0, at + by))]?.key
}

const TRIES = 10

interface RowFocus {
  readonly frame: HTMLElement | null
  readonly items: readonly ListItem[]
  readonly key: string
  readonly tries?: number
}

/** Brings a row into view, which may have to be drawn first, and gives it the focus. */
function focusRow({ frame, items, key, tries = TRIES }: RowFocus): void {
  const name = [...(frame?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    .find(row => row.dataset['row'] === key)
    ?.querySelector<HTMLElement>('[data-name]')
  if (name) {
    name.focus({ preventScroll: true })
    name.scrollIntoView({ block: 'nearest' })
    return
  }
  const body = frame?.querySelector('tbody, ul')
  const index = items.findIndex(item => item.key === key)
  if (!body || tries === 0) return
  scrollTo(0, scrollY + body.getBoundingClientRect().top + index * ROW - innerHeight / 2)
  requestAnimationFrame(() => focusRow({ frame, items, key, tries: tries - 1 }))
}
