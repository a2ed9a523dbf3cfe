import { useRef, useState } from 'react'
import { type FleetCluster, idOf } from '../../domain/fleet/fleet-snapshot.ts'
import type { FleetView } from '../routing/fleet-view.ts'
import { inHeldOrder, type ListItem, listItems } from './fleet-rows.ts'

/** A list whose order is held while somebody points at it, or has the focus in it. */
export interface HeldList {
  readonly items: readonly ListItem[]
  /** Rows that would be elsewhere if the order was not held. */
  readonly moved: number
  /** Rows that changed since the order is held. */
  readonly changed: ReadonlySet<string>
  readonly hold: () => void
  readonly release: () => void
}

interface Held {
  readonly order: readonly string[]
  readonly states: ReadonlyMap<string, string>
  readonly view: string
}

/** Lists clusters, and keeps their order while it is held. */
export function useHeldOrder(clusters: readonly FleetCluster[], view: FleetView): HeldList {
  const [held, setHeld] = useState<Held>()
  const fresh = listItems(clusters, view)
  const setting = `${view.query} ${view.group} ${view.sort}`
  const isHeld = held !== undefined && held.view === setting
  const items = isHeld ? heldItems(clusters, view, held) : fresh
  const latest = useRef(fresh)
  latest.current = fresh
  return {
    items,
    moved: isHeld ? countMoved(items, fresh) : 0,
    changed: isHeld ? changedSince(clusters, held) : new Set(),
    hold: () => setHeld(before => (before?.view === setting ? before : heldNow(latest.current, setting))),
    release: () => setHeld(undefined),
  }
}

function heldItems(clusters: readonly FleetCluster[], view: FleetView, { order }: Held): readonly ListItem[] {
  // `name` keeps the order that it is given.
  return listItems(inHeldOrder(clusters, order), { group: view.group, sort: 'name' })
}

function heldNow(items: readonly ListItem[], view: string): Held {
  const clusters = items.flatMap(item => (item.kind === 'cluster' ? [item.cluster] : []))
  return {
    order: clusters.map(idOf),
    states: new Map(clusters.map(one => [idOf(one), looksOf(one)])),
    view,
  }
}

function changedSince(clusters: readonly FleetCluster[], { states }: Held): ReadonlySet<string> {
  return new Set(clusters.flatMap(one => (states.get(idOf(one)) === looksOf(one) ? [] : [idOf(one)])))
}

function looksOf({ state, step, cause }: FleetCluster): string {
  return `${state} ${step} ${cause?.reason}`
}

function countMoved(shown: readonly ListItem[], fresh: readonly ListItem[]): number {
  return shown.filter(({ key }, index) => fresh[index]?.key !== key).length
}
