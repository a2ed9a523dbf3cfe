import { useSyncExternalStore } from 'react'

/** What a reader has chosen; kept in this browser. */
export interface ReaderSettings {
  readonly theme: 'system' | 'light' | 'dark'
  readonly hasKeys: boolean
}

const KEY = 'fitout.settings'
const standard: ReaderSettings = { theme: 'system', hasKeys: true }

let settings = stored()
const listeners = new Set<() => void>()
apply()

/** What the reader has chosen. */
export function useSettings(): ReaderSettings {
  return useSyncExternalStore(subscribe, () => settings)
}

/** What the reader has chosen, outside of a component. */
export function currentSettings(): ReaderSettings {
  return settings
}

/** Changes a setting, and keeps it where the browser lets us. */
export function changeSettings(change: Partial<ReaderSettings>): void {
  settings = { ...settings, ...change }
  try {
    localStorage.setItem(KEY, JSON.stringify(settings))
  } catch {
    // A browser that keeps nothing: it holds for this page.
  }
  apply()
  for (const listener of listeners) listener()
}

function apply(): void {
  const { dataset } = document.documentElement
  if (settings.theme === 'system') delete dataset['theme']
  else dataset['theme'] = settings.theme
}

function stored(): ReaderSettings {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    if (typeof found !== 'object' || found === null) return standard
    const theme =
      'theme' in found && (found.theme === 'light' || found.theme === 'dark') ? found.theme : 'system'
    return { theme, hasKeys: !('hasKeys' in found && found.hasKeys === false) }
  } catch {
    return standard
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
