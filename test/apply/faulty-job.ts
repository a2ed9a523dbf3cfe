import { ApiError } from '../../src/engine/api/api-error.ts'
import type { Api } from '../../src/engine/api/api.ts'
import type { VirtualClock } from '../../src/simulator/clock/virtual-clock.ts'

/** What goes wrong with a job at one of its writes, the renewals of its lease among them. */
export type JobFault =
  | { readonly kind: 'none' }
  /** The process is gone, before or after the server has done the write. */
  | { readonly kind: 'killed-before' | 'killed-after'; readonly write: number }
  /** The server does it, and nobody hears of it. */
  | { readonly kind: 'answer-lost'; readonly write: number }
  /** From there on nothing gets through. */
  | { readonly kind: 'cut-off'; readonly write: number }
  /** The process stands still for minutes, and continues as if nothing had been. */
  | { readonly kind: 'frozen'; readonly write: number }

const FROZEN_MS = 300_000

/** For tests: the way of one job to the cluster, with delays and at most one fault. */
export function faultyWay(clock: VirtualClock, fault: JobFault, delay: () => number): (api: Api) => Api {
  const state = { writes: 0, isDead: false, isCut: false, frozenUntil: 0 }
  const never = new Promise<never>(() => {})

  const pass = async <T>(call: string, work: () => Promise<T>, slowly = 0): Promise<T> => {
    await clock.sleep(delay())
    if (state.isDead) return never
    if (clock.elapsed() < state.frozenUntil) {
      await clock.sleep(state.frozenUntil - clock.elapsed() + slowly * delay())
      // No server waits for minutes: what was on its way is refused.
      throw new ApiError('Timeout', { call })
    }
    if (state.isCut) throw new ApiError('Unreachable', { call })
    return work()
  }
  const write = async <T>(call: string, work: () => Promise<T>): Promise<T> =>
    pass(call, async () => {
      state.writes += 1
      if (fault.kind === 'none' || fault.write !== state.writes) return work()
      if (fault.kind === 'cut-off') state.isCut = true
      if (fault.kind === 'frozen') state.frozenUntil = clock.elapsed() + FROZEN_MS
      if (fault.kind === 'cut-off' || fault.kind === 'frozen') return pass(call, work)
      if (fault.kind !== 'killed-before') await work().catch(() => undefined)
      if (fault.kind === 'answer-lost') throw new ApiError('Timeout', { call })
      state.isDead = true
      return never
    })
  // A process that continues reads slowly at first: its lease, which another one had, may be free again by then.
  const read = <T>(call: string, work: () => Promise<T>): Promise<T> => pass(call, work, 25)
  return api => ({
    ...api,
    get: (...words) => read('get', () => api.get(...words)),
    list: (...words) => read('list', () => api.list(...words)),
    discover: (...words) => read('discover', () => api.discover(...words)),
    create: (...words) => write('create', () => api.create(...words)),
    update: (...words) => write('update', () => api.update(...words)),
    apply: (...words) => write('apply', () => api.apply(...words)),
    delete: (...words) => write('delete', () => api.delete(...words)),
  })
}
