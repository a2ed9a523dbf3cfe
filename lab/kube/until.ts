import { setTimeout as sleep } from 'node:timers/promises'
import { hasCondition } from './conditions.ts'
import type { KubeApi } from './kube-api.ts'
import type { KubeObject } from './kube-object.ts'

// Only against what hangs: how long something takes depends on what else the machine does.
const WITHIN_MS = 300_000
const FIRST_PAUSE_MS = 25
const LONGEST_PAUSE_MS = 250

/** Something that did not come true in time. The message says what was seen last. */
class NotInTimeError extends Error {
  override readonly name = 'NotInTimeError'
  readonly code = 'NOT_IN_TIME'
}

/**
 * Looks until `look` gives something, and returns that. A look that throws counts as nothing yet.
 *
 * The one way in which the lab waits: it ends at once when the thing is there, and says what was missing when it is not.
 */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined | false>,
  withinMs = WITHIN_MS,
): Promise<T> {
  const deadline = performance.now() + withinMs
  let last = 'nothing'
  // What takes long is looked at less often: a look costs the API server more than the wait costs the test.
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.2, LONGEST_PAUSE_MS)) {
    try {
      const found = await look()
      if (found !== undefined && found !== false) return found
    } catch (error) {
      last = error instanceof Error ? error.message : String(error)
    }
    if (performance.now() > deadline) {
      throw new NotInTimeError(`not within ${withinMs / 1000} s: ${what}; seen last: ${last}`)
    }
    await sleep(pauseMs)
  }
}

/** Waits until the API server serves the kinds of these CRDs. */
export async function untilEstablished(api: KubeApi, crds: readonly KubeObject[]): Promise<void> {
  for (const crd of crds) {
    await until(`CRD ${crd.metadata.name} is established`, async () =>
      hasCondition(await api.get(crd), 'Established', 'True'),
    )
  }
}

/** Waits, or returns early when `signal` aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined)
}
