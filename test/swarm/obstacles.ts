import type { ApiErrorCode } from '../../src/engine/api/api-error.ts'
import type { CallFacts, CallFault, FaultPlan } from '../../src/simulator/faults/fault-plan.ts'
import type { Admit } from '../../src/simulator/write/admission.ts'

/** How a workload cluster answers that means no good. */
export type Hostility = 'garbage' | 'tooLarge' | 'endless'

/** A write that a policy refuses: which one, and of whom. */
export type DeniedWrite = 'secret' | 'resourceSet' | 'gate' | 'status' | 'FitoutReady' | 'event'

/** Why something of the management cluster cannot be read. */
export type UnreadableBy = Extract<ApiErrorCode, 'Forbidden' | 'ServerError'>

/** So long is who sends too much not asked again, at most. */
const AVOIDED_MS = 630_000

type Request = Parameters<Admit>[0]

const denied: Readonly<Record<DeniedWrite, (request: Request) => boolean>> = {
  secret: ({ object }) => object.kind === 'Secret',
  resourceSet: ({ object }) => object.kind === 'ClusterResourceSet',
  gate: ({ object, subresource }) => object.kind === 'Cluster' && subresource === undefined,
  status: ({ object, subresource }) => object.kind === 'ClusterFitout' && subresource === 'status',
  FitoutReady: ({ object, subresource }) => object.kind === 'Cluster' && subresource === 'status',
  event: ({ object }) => object.kind === 'Event',
}

/** What stands in the way of the controller while everything else continues. */
export class Obstacles implements FaultPlan {
  /** Kinds of which a workload cluster gives no list any more, by the cluster. */
  readonly hung = new Map<string, string>()
  /** Workload clusters that answer as they like. */
  readonly hostile = new Map<string, Hostility>()
  readonly denied = new Set<DeniedWrite>()
  /** Objects of the management cluster that cannot be read, such as `ConfigMap default/cni-base`. */
  readonly unreadable = new Map<string, UnreadableBy>()

  /** Until when clusters that sent too much may be left alone for it. */
  readonly #avoidedUntil = new Map<string, number>()

  /** Lets a workload cluster answer well again. */
  endHostility(name: string, now: number): void {
    if (this.hostile.delete(name)) this.#avoidedUntil.set(name, now + AVOIDED_MS)
  }

  /** Whether a workload cluster may still be left alone for what it sent. */
  isAvoided(name: string, now: number): boolean {
    return now < (this.#avoidedUntil.get(name) ?? 0)
  }

  /** Why a workload cluster cannot be read, or not as a whole; undefined if it can. */
  hides(name: string): string | undefined {
    const kind = this.hung.get(name)
    if (kind !== undefined) return `its ${kind}s cannot be listed`
    const hostility = this.hostile.get(name)
    return hostility && `what it answers is ${hostility}`
  }

  /** Whether the management cluster lets everything through. */
  get isOpen(): boolean {
    return this.denied.size === 0 && this.unreadable.size === 0
  }

  clear(now: number): void {
    for (const name of this.hostile.keys()) this.endHostility(name, now)
    this.hung.clear()
    this.denied.clear()
    this.unreadable.clear()
  }

  /** A policy that refuses what is denied now to one user. */
  readonly admit =
    (user: string): Admit =>
    request => {
      const isDenied = request.user === user && [...this.denied].some(write => denied[write](request))
      return isDenied ? { allowed: false, message: 'not on a Monday' } : { allowed: true }
    }

  readonly onCall = ({ server = '', op, kind, key }: CallFacts): CallFault | undefined => {
    if (server === 'management') {
      const code = op === 'get' ? this.unreadable.get(key) : undefined
      return code && { kind: 'fail', at: 'before', code, status: code === 'Forbidden' ? 403 : 500 }
    }
    const name = server.replace(/^.*\//, '')
    if (op === 'list' && this.hung.get(name) === kind) return { kind: 'hang', at: 'before' }
    const hostility = this.hostile.get(name)
    if (hostility === 'garbage') return { kind: 'fail', at: 'before', code: 'BadAnswer' }
    if (hostility === 'tooLarge' && op === 'list') return { kind: 'fail', at: 'before', code: 'TooLarge' }
    return undefined
  }

  /** No watch can begin where there is no list to begin with. */
  readonly onWatch = ({ server = '', kind }: CallFacts): ApiErrorCode | undefined => {
    const name = server.replace(/^.*\//, '')
    if (this.hung.get(name) === kind) return 'ServerError'
    return this.hostile.has(name) ? 'BadAnswer' : undefined
  }

  readonly onDeliver = (): undefined => undefined
}
