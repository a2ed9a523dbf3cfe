import { useSyncExternalStore } from 'react'
import type { DemoResponse } from '../../server/api/demo-response.ts'
import type { MeResponse } from '../../server/api/me-response.ts'
import { getJson } from './api-client.ts'
import { setClockSpeed } from './server-clock.ts'

const RETRY_MS = 5_000

let me: MeResponse | undefined
let retry: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Asks the server who looks at the console, until it answers. */
export async function loadSession(): Promise<void> {
  clearTimeout(retry)
  try {
    const found = await getJson<MeResponse>('me')
    if (found.mode === 'demo') setClockSpeed((await getJson<DemoResponse>('demo')).speed)
    setSession(found)
  } catch {
    // The page says that the server does not answer; who one is shows as soon as it does.
    retry = setTimeout(() => void loadSession(), RETRY_MS)
  }
}

/** Takes an answer of `me`. */
export function setSession(next: MeResponse): void {
  me = next
  for (const listener of listeners) listener()
}

/** Who looks at the console; undefined until the server has answered. */
export function useLoadedSession(): MeResponse | undefined {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => me,
  )
}
