import type { Api, Selection, WatchEvent } from '../api/api.ts'
import type { Clock } from '../clock.ts'
import { aborted, childSignal } from '../run/child-signal.ts'
import { type WatchEnd, failureOf } from './resume-policy.ts'

interface Options {
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly inactivityMs: number
  readonly onEvent: (event: WatchEvent) => void
}

/** Follows a selection from a version until that ends, however it does. Never throws, and never outlives its signal. */
export async function watchOnce(
  api: Api,
  { selection, resourceVersion }: { readonly selection: Selection; readonly resourceVersion: string },
  { clock, signal, inactivityMs, onEvent }: Options,
): Promise<WatchEnd> {
  const child = childSignal(signal)
  let heardAt = clock.elapsed()
  let end: WatchEnd = { kind: 'cancelled' }

  async function listen(): Promise<void> {
    try {
      for await (const event of api.watch(selection, resourceVersion, { signal: child.signal })) {
        // A stream that does not obey the signal must not speak once it was left.
        if (child.signal.aborted) return
        heardAt = clock.elapsed()
        onEvent(event)
      }
      if (!child.signal.aborted) end = { kind: 'closed' }
    } catch (error) {
      if (!child.signal.aborted) end = { kind: 'broken', failure: failureOf(error) }
    }
    child.abort()
  }

  async function keepTime(): Promise<void> {
    while (!child.signal.aborted) {
      await clock.sleep(heardAt + inactivityMs - clock.elapsed(), child.signal)
      if (child.signal.aborted || clock.elapsed() - heardAt < inactivityMs) continue
      end = { kind: 'silent' }
      child.abort()
    }
  }

  void keepTime()
  void listen()
  await aborted(child.signal)
  child.release()
  return end
}
