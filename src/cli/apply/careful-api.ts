import { type ApiErrorCode, hasCode } from '../../engine/api/api-error.ts'
import type { Api, Call } from '../../engine/api/api.ts'
import type { Clock } from '../../engine/clock.ts'

/** No one write waits longer, so that it is over before another run may take the lease. */
const WRITE_MS = 20_000
const ATTEMPTS = 5
const PAUSE_MS = 1_000

const passing: readonly ApiErrorCode[] = ['TooManyRequests', 'ServerError', 'Timeout', 'Unreachable']

/** What a run must heed at every call. */
export interface Care {
  readonly clock: Clock
  /** Aborts when the command is asked to end. */
  readonly signal: AbortSignal
  /** Throws if this run must not write any more. */
  readonly checkLease: () => void
}

/**
 * An API whose calls are repeated when the server or the way to it fails for a while, and that writes only with the lease.
 *
 * Only calls that may be done twice are repeated: reading, applying, and deleting one very object.
 */
export function carefulApi(api: Api, { clock, signal, checkLease }: Care): Api {
  const again = async <T>(call: () => Promise<T>, codes = passing): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await call()
      } catch (error) {
        if (attempt >= ATTEMPTS || !hasCode(error, ...codes) || signal.aborted) throw error
        await clock.sleep(attempt * PAUSE_MS, signal)
      }
    }
  }
  const write = <C extends Call>(call: C): C => {
    checkLease()
    return { timeoutMs: WRITE_MS, ...call, signal }
  }
  return {
    ...api,
    get: (ref, call) => again(() => api.get(ref, { ...call, signal })),
    list: (selection, call) => again(() => api.list(selection, { ...call, signal })),
    discover: (apiVersion, call) => again(() => api.discover(apiVersion, { ...call, signal })),
    apply: (resource, object, call) => again(() => api.apply(resource, object, write(call))),
    delete: (ref, call) => again(() => api.delete(ref, write(call ?? {}))),
    create: (resource, object, call) =>
      again(() => api.create(resource, object, write(call)), ['TooManyRequests']),
    update: (resource, object, call) =>
      again(() => api.update(resource, object, write(call)), ['TooManyRequests']),
  }
}
