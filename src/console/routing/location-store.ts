import { useSyncExternalStore } from 'react'

/** Where the reader is: a path, and what the view is set to. */
export interface PagePlace {
  readonly path: string
  readonly search: string
}

let place = read()
const listeners = new Set<() => void>()
const scrolls = new Map<string, number>()
let key = keyOf(history.state)

history.scrollRestoration = 'manual'
addEventListener('popstate', () => {
  leave()
  key = keyOf(history.state)
  arrive(scrolls.get(key) ?? 0)
})

/** Goes to an address of the console. `isSameView` keeps the entry in the history, and the scroll position. */
export function go(address: string, { isSameView = false } = {}): void {
  if (address === place.path + place.search) return
  if (isSameView) {
    history.replaceState({ key }, '', address)
    return arrive(undefined)
  }
  leave()
  key = `${Date.now()}-${Math.random()}`
  history.pushState({ key }, '', address)
  return arrive(0)
}

/** The place, for components that show it. */
export function usePlace(): PagePlace {
  return useSyncExternalStore(subscribe, () => place)
}

/** The place now, for what happens outside of a component. */
export function currentPlace(): PagePlace {
  return place
}

function leave(): void {
  scrolls.set(key, scrollY)
}

function arrive(scroll: number | undefined): void {
  place = read()
  for (const listener of listeners) listener()
  // After the page was drawn, as it has no height before.
  if (scroll !== undefined) requestAnimationFrame(() => scrollTo(0, scroll))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function read(): PagePlace {
  return { path: location.pathname, search: location.search }
}

function keyOf(state: unknown): string {
  const found = typeof state === 'object' && state !== null && 'key' in state ? state.key : undefined
  return typeof found === 'string' ? found : 'first'
}
