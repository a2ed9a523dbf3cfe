import { findObject } from '../api/find-object.ts'
import type { Api, Call } from '../api/api.ts'
import type { KubeObject } from '../api/kube-object.ts'
import { claimedLease, leases, newLease } from './lease.ts'

interface Options {
  readonly namespace: string
  readonly name: string
  readonly identity: string
  readonly fieldManager: string
  readonly leaseMs: number
  /** The wall clock, for the times that people read in the lease. */
  readonly now: () => number
}

/** The one Lease that an election is about. Every write names the version that it was decided on. */
export class LeaseLock {
  readonly #api: Api
  readonly #options: Options

  constructor(api: Api, options: Options) {
    this.#api = api
    this.#options = options
  }

  /** The lease, or undefined when there is none. */
  async read(call: Call): Promise<KubeObject | undefined> {
    const { namespace, name } = this.#options
    return findObject(this.#api, { resource: leases, namespace, name }, call)
  }

  async create(call: Call): Promise<KubeObject> {
    const { namespace, name, fieldManager } = this.#options
    const lease = newLease(name, namespace, this.#ownClaim())
    return await this.#api.create(leases, lease, { fieldManager, ...call })
  }

  /** Writes that we hold it, from now on. */
  async hold(lease: KubeObject, call: Call): Promise<KubeObject> {
    const { fieldManager } = this.#options
    return await this.#api.update(leases, claimedLease(lease, this.#ownClaim()), { fieldManager, ...call })
  }

  /** Writes that it has no holder. */
  async free(lease: KubeObject, call: Call): Promise<void> {
    const { fieldManager, now } = this.#options
    const free = claimedLease(lease, { holder: '', seconds: 1, now: now() })
    await this.#api.update(leases, free, { fieldManager, ...call })
  }

  #ownClaim() {
    const { identity, leaseMs, now } = this.#options
    return { holder: identity, seconds: Math.ceil(leaseMs / 1000), now: now() }
  }
}
