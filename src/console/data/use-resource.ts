import { useCallback, useEffect, useState } from 'react'
import type { Fresh } from '../../server/api/fleet-response.ts'
import { lastRead, getJson, RequestError } from './api-client.ts'
import { noteHeard } from './freshness.ts'

/** What was read from an address, and why nothing newer was. */
export interface ReadResource<T> {
  readonly value: T | undefined
  readonly error: RequestError | undefined
  readonly isLoading: boolean
  readonly reload: () => void
}

const REFRESH_MS = 15_000

interface Read<T> {
  readonly path: string | undefined
  readonly value: T | undefined
  readonly error: RequestError | undefined
  readonly isLoading: boolean
}

/** Reads an address of the API, and again while it is on the screen. Without a path nothing is read. */
export function useResource<T extends Fresh>(
  path: string | undefined,
  refreshMs: number = REFRESH_MS,
): ReadResource<T> {
  const [read, setRead] = useState<Read<T>>(() => firstRead<T>(path))
  const [asked, setAsked] = useState(0)
  const reload = useCallback(() => setAsked(count => count + 1), [])
  useEffect(() => {
    if (path === undefined) return undefined
    const abort = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const load = async () => {
      const next = await loaded<T>(path, abort.signal)
      if (abort.signal.aborted) return
      setRead(before => ({
        ...next,
        value:
          next.value ?? (before.path === path && next.error?.code !== 'NotFound' ? before.value : undefined),
      }))
      timer = setTimeout(() => void again(), next.error?.retryAfterMs ?? refreshMs)
    }
    // A hidden page is not read for: it is read when it is looked at again.
    const again = async () => {
      if (document.hidden) {
        document.addEventListener('visibilitychange', () => void load(), { once: true, signal: abort.signal })
        return
      }
      await load()
    }
    setRead(before => (before.path === path ? { ...before, isLoading: true } : firstRead<T>(path)))
    void load()
    return () => {
      abort.abort()
      clearTimeout(timer)
    }
  }, [path, asked, refreshMs])
  const shown = read.path === path ? read : firstRead<T>(path)
  return { value: shown.value, error: shown.error, isLoading: shown.isLoading, reload }
}

async function loaded<T extends Fresh>(path: string, signal: AbortSignal): Promise<Read<T>> {
  try {
    const value = await getJson<T>(path, signal)
    noteHeard(value)
    return { path, value, error: undefined, isLoading: false }
  } catch (error) {
    return { path, value: undefined, error: requestErrorOf(error), isLoading: false }
  }
}

function requestErrorOf(error: unknown): RequestError {
  if (error instanceof RequestError) return error
  return new RequestError({ code: 'Unreachable', message: 'the server does not answer' })
}

function firstRead<T>(path: string | undefined): Read<T> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what this path gave before
  const value = path === undefined ? undefined : (lastRead(path) as T | undefined)
  return { path, value, error: undefined, isLoading: path !== undefined }
}
