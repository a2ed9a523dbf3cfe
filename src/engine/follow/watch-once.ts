import type { Api, Selection, WatchEvent } from '../api/api.ts'
import type { Clock } from '../clock.ts'
import type { ChildSignal } from '../run/child-signal.ts'
import type { TokenBucket } from '../rate/token-bucket.ts'
import { costOf } from './follow-budget.ts'
import { type WatchEnd, failureOf } from './resume-policy.ts'

interface Options {
  readonly clock: Clock
  /** Ends the watch, and is ended with it. */
  readonly life: Pick<ChildSignal, 'signal' | 'abort'>
  readonly inactivityMs: number
  /** When the watch is cut, on the clock that nobody sets. */
  readonly until: number
  readonly onEvent: (event: WatchEvent) => void
  /** No faster than this; the server is not read from meanwhile. */
  readonly pace?: TokenBucket | undefined
}

/** Follows a selection from a version until that ends, however it does. Never throws, and never outlives its signal. */
export async function watchOnce(
  api: Api,
  { selection, resourceVersion }: { readonly selection: Selection; readonly resourceVersion: string },
  { clock, life, inactivityMs, until, onEvent, pace }: Options,
): Promise<WatchEnd> {
  const { signal, abort } = life
  let heardAt = clock.elapsed()
  let end: WatchEnd = { kind: 'cancelled' }

  async function listen(): Promise<void> {
    try {
      for await (const event of api.watch(selection, resourceVersion, { signal })) {
        // A stream that does not obey the signal must not speak once it was left.
        if (signal.aborted) return
        heardAt = clock.elapsed()
        onEvent(event)
        const pauseMs = pace?.reserve(costOf(event)) ?? 0
        if (pauseMs === 0) continue
        // We do not listen meanwhile, so this is no silence of the server.
        heardAt += pauseMs
        await clock.sleep(pauseMs, signal)
      }
      if (!signal.aborted) end = { kind: 'closed' }
    } catch (error) {
      if (!signal.aborted) end = { kind: 'broken', failure: failureOf(error) }
    }
    abort()
  }

  void listen()
  // One wait for all that ends it: a fleet has tens of thousands of watches.
  while (!signal.aborted) {
    // At least a millisecond: what is left may be so little that it is lost in adding it to the time.
    const leftMs = Math.min(heardAt + inactivityMs, until) - clock.elapsed()
    await clock.sleep(Math.max(leftMs, 1), signal)
    if (signal.aborted) break
    const isSilent = clock.elapsed() - heardAt >= inactivityMs
    if (isSilent) end = { kind: 'silent' }
    if (isSilent || clock.elapsed() >= until) abort()
  }
  return end
}
