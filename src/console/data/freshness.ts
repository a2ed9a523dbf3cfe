import { useSyncExternalStore } from 'react'
import type { Fresh } from '../../server/api/fleet-response.ts'
import { noteServerTime, serverNow } from './server-clock.ts'

/** How true the page is: `late` after 15 seconds without news, `stale` after 60, or when the server itself hears nothing. */
export interface Freshness {
  readonly state: 'connecting' | 'live' | 'late' | 'stale'
  /** When the server last said something, by its own clock. */
  readonly heardAt: number | undefined
  /** Since when the server hears nothing of the management cluster. */
  readonly silentSince: number | undefined
  readonly note: string | undefined
}

// A ping comes every 15 seconds, and may be a little late itself.
const LATE_MS = 20_000
const STALE_MS = 60_000

let freshness: Freshness = {
  state: 'connecting',
  heardAt: undefined,
  silentSince: undefined,
  note: undefined,
}
let heardAtHere = performance.now()
const listeners = new Set<() => void>()

/** Takes note of an answer or a message of the server. */
export function noteHeard({ asOf, silentSince, note }: Fresh): void {
  noteServerTime(asOf)
  heardAtHere = performance.now()
  const since = silentSince === undefined ? undefined : Date.parse(silentSince)
  change({ state: stateFor(since, true), heardAt: serverNow(), silentSince: since, note })
}

/** How true the page is, for those who show it. */
export function useFreshness(): Freshness {
  return useSyncExternalStore(subscribe, () => freshness)
}

/** Looks at the time again: news that do not come tell nobody. */
export function checkFreshness(): void {
  change({ ...freshness, state: stateFor(freshness.silentSince) })
}

function stateFor(
  silentSince: number | undefined,
  hasSpoken = freshness.heardAt !== undefined,
): Freshness['state'] {
  const quietFor = performance.now() - heardAtHere
  const isSilent = silentSince !== undefined && serverNow() - silentSince >= STALE_MS
  if (isSilent || quietFor >= STALE_MS) return 'stale'
  if (quietFor >= LATE_MS) return 'late'
  return hasSpoken ? 'live' : 'connecting'
}

function change(next: Freshness): void {
  const isSame =
    next.state === freshness.state &&
    next.heardAt === freshness.heardAt &&
    next.silentSince === freshness.silentSince &&
    next.note === freshness.note
  if (isSame) return
  freshness = next
  document.documentElement.dataset['stale'] = next.state === 'stale' ? 'yes' : 'no'
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
