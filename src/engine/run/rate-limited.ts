import { ApiError, hasCode } from '../api/api-error.ts'
import type { Api, Call, Resource } from '../api/api.ts'
import type { Clock } from '../clock.ts'
import { TokenBucket } from './token-bucket.ts'

/** How many calls: `qps` each second in the long run, `burst` at once after a rest. */
interface CallRate {
  readonly qps: number
  readonly burst: number
}

/** A server that asks us to stay away does so for this long, unless it says how long. */
const DEFAULT_AWAY_MS = 1000
/** However long a server asks for: a wrong number must not silence us for a day. */
const MAX_AWAY_MS = 60_000

/**
 * The API at no more than a rate, and not at all while the server asks us to stay away.
 *
 * Calls wait their turn and then fail or succeed once: trying again is the caller's business. Waiting does not count
 * against the deadline of a call. Calls for Leases do not wait: who cannot renew is replaced, and that costs more.
 */
export function rateLimited(api: Api, { qps, burst }: CallRate, clock: Clock): Api {
  const bucket = new TokenBucket({ perSecond: qps, burst }, clock)

  async function limit<T>(turn: Turn, send: () => Promise<T>): Promise<T> {
    await pass(turn)
    try {
      return await send()
    } catch (error) {
      stayAway(error)
      throw error
    }
  }

  async function pass({ call, signal, resource }: Turn): Promise<void> {
    if (resource?.group === 'coordination.k8s.io') return
    await bucket.pass(signal)
    if (signal?.aborted) throw new ApiError('Cancelled', { call })
  }

  function stayAway(error: unknown): void {
    if (!hasCode(error, 'TooManyRequests')) return
    const asked = error.retryAfterSeconds
    bucket.closeFor(asked === undefined ? DEFAULT_AWAY_MS : Math.min(asked * 1000, MAX_AWAY_MS))
  }

  return {
    get: (ref, call) => limit(turn('get', ref.resource, call), () => api.get(ref, call)),
    list: (selection, call) => limit(turn('list', selection.resource, call), () => api.list(selection, call)),
    async *watch(selection, version, call) {
      await pass(turn('watch', selection.resource, call))
      try {
        yield* api.watch(selection, version, call)
      } catch (error) {
        stayAway(error)
        throw error
      }
    },
    create: (resource, object, call) =>
      limit(turn('create', resource, call), () => api.create(resource, object, call)),
    apply: (resource, object, call) =>
      limit(turn('apply', resource, call), () => api.apply(resource, object, call)),
    update: (resource, object, call) =>
      limit(turn('update', resource, call), () => api.update(resource, object, call)),
    delete: (ref, call) => limit(turn('delete', ref.resource, call), () => api.delete(ref, call)),
    discover: (apiVersion, call) =>
      limit({ call: `discover ${apiVersion}`, signal: call?.signal }, () => api.discover(apiVersion, call)),
    isReady: call => limit({ call: 'get readyz', signal: call?.signal }, () => api.isReady(call)),
    version: call => limit({ call: 'get version', signal: call?.signal }, () => api.version(call)),
  }
}

interface Turn {
  readonly call: string
  readonly signal: AbortSignal | undefined
  readonly resource?: Resource
}

function turn(verb: string, resource: Resource, call: Call | undefined): Turn {
  return { call: `${verb} ${resource.kind}`, signal: call?.signal, resource }
}
