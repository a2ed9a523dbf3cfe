import { useSyncExternalStore } from 'react'

// The clock of this machine may be wrong: times are those of the server, which every answer carries.
let base = Date.now()
let baseAt = performance.now()
let speed = 1
let newest = 0

/** Sets the clock by an answer of the server. */
export function noteServerTime(asOf: string): void {
  const heard = Date.parse(asOf)
  if (Number.isNaN(heard)) return
  // An answer may be of what was known a while ago: only what is newer than all before says what time it is.
  if (heard <= newest) return
  newest = heard
  base = heard
  baseAt = performance.now()
  if (Math.abs(shown - heard) >= 1_000) tick()
}

/** In the demo time passes faster. */
export function setClockSpeed(next: number): void {
  base = serverNow()
  baseAt = performance.now()
  speed = next
}

/** What time the server has now, milliseconds since 1970. */
export function serverNow(): number {
  return base + (performance.now() - baseAt) * speed
}

const listeners = new Set<() => void>()
let ticker: ReturnType<typeof setInterval> | undefined
let shown = serverNow()

function tick(): void {
  if (document.hidden) return
  shown = serverNow()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (listeners.size === 1) {
    shown = serverNow()
    ticker = setInterval(tick, 1_000)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(ticker)
  }
}

/** The time of the server, once a second; what is not on the screen does not tick. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => shown)
}
