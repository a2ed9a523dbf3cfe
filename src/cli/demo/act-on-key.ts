import { type FleetCluster, idOf } from '../../domain/fleet/fleet-snapshot.ts'
import { mostUrgent } from '../../domain/fleet/sum-fleet.ts'
import type { Key } from '../terminal/keys.ts'
import { type Choice, type DemoView, isOver } from './demo-view.ts'

/** What a key asks for, beside another choice. */
export type Effect =
  | { readonly kind: 'none' }
  /** Ends the trouble of these clusters. */
  | { readonly kind: 'fix'; readonly clusters: readonly string[] }
  | { readonly kind: 'leave'; readonly how: 'done' | 'interrupted' }

/** What comes of a key. */
export interface Action {
  readonly choice: Choice
  readonly effect: Effect
}

const PAGE = 10
const moves: Readonly<Record<Key, number>> = {
  up: -1,
  k: -1,
  down: 1,
  j: 1,
  'page-up': -PAGE,
  'page-down': PAGE,
  home: Number.NEGATIVE_INFINITY,
  end: Number.POSITIVE_INFINITY,
}

/** Decides what a key means, seen what is on the screen. */
export function actOnKey(key: Key, view: DemoView): Action {
  const { choice, troubles } = view
  const move = moves[key]
  if (move !== undefined) return quietly({ ...choice, selected: moved(view, move) })
  const trouble = troubles[Number(key) - 1]
  if (trouble) return fix(choice, [trouble.cluster])
  switch (key) {
    case 'a':
      return fix(
        choice,
        troubles.map(({ cluster }) => cluster),
      )
    case 'w':
      return quietly({ ...choice, selected: selectedIn(view), showsWhy: !choice.showsWhy })
    case 'escape':
      return quietly(choice.showsWhy ? { ...choice, showsWhy: false } : { ...choice, selected: undefined })
    case 'enter':
      return isOver(view.snapshot) ? leave(choice, 'done') : quietly(choice)
    case 'q':
      return leave(choice, 'done')
    case 'ctrl-c':
      return leave(choice, 'interrupted')
    default:
      return quietly(choice)
  }
}

/** The cluster that is looked at: the chosen one, or the one that most needs action. */
export function selectedIn({ choice, snapshot }: DemoView): string | undefined {
  if (choice.selected !== undefined) return choice.selected
  const cluster = mostUrgent(snapshot.clusters) ?? snapshot.clusters[0]
  return cluster && idOf(cluster)
}

/** The same cluster, and all that is known of it; undefined if it is gone. */
export function selectedCluster(view: DemoView): FleetCluster | undefined {
  const selected = selectedIn(view)
  return view.snapshot.clusters.find(cluster => idOf(cluster) === selected)
}

function moved(view: DemoView, by: number): string | undefined {
  const { choice, snapshot } = view
  const ids = snapshot.clusters.map(idOf)
  const index = ids.indexOf(choice.selected ?? '')
  // The first press shows where one is, and does not step over it.
  if (index === -1) return by === 1 || by === -1 ? selectedIn(view) : ids.at(by < 0 ? 0 : -1)
  return ids[Math.min(ids.length - 1, Math.max(0, index + by))]
}

// What was fixed goes in front: now there is something to watch.
function fix(choice: Choice, wanted: readonly string[]): Action {
  const clusters = wanted.filter(cluster => !choice.fixed.includes(cluster))
  if (clusters.length === 0) return quietly(choice)
  const selected = clusters.length === 1 ? clusters[0] : choice.selected
  return {
    choice: { ...choice, selected, fixed: [...choice.fixed, ...clusters] },
    effect: { kind: 'fix', clusters },
  }
}

function leave(choice: Choice, how: 'done' | 'interrupted'): Action {
  return { choice, effect: { kind: 'leave', how } }
}

function quietly(choice: Choice): Action {
  return { choice, effect: { kind: 'none' } }
}
