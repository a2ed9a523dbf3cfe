import { hasCode } from '../api/api-error.ts'
import type { Api, Call } from '../api/api.ts'
import type { KubeObject } from '../api/kube-object.ts'
import type { Clock, Random } from '../clock.ts'
import type { Leadership } from './leadership.ts'
import { LeaseLock } from './lease-lock.ts'
import { holderOf, leaseRecordOf } from './lease.ts'

/** What an election needs. */
export interface ElectionOptions {
  readonly namespace: string
  readonly name: string
  /** Who we are. Another one for every process, also for the next one of the same Pod. */
  readonly identity: string
  readonly fieldManager: string
  readonly clock: Clock
  readonly random: Random
  /** Called when we begin to lead. The signal aborts when that is over. What it throws is ignored. */
  readonly onLeading?: (signal: AbortSignal) => void
  /** Called why an attempt failed, for the log. What it throws is ignored. */
  readonly onError?: (error: unknown) => void
  /** How long a holder that shows no life keeps others out. */
  readonly leaseMs?: number
  /** How long we write without renewing. Less than `leaseMs`: we are out before another one is in. */
  readonly renewMs?: number
  readonly retryMs?: number
}

/** A candidate, until it is stopped. */
export interface Election extends Leadership {
  /** The holder, as last seen; empty if there is none. */
  readonly leader: () => string
  /** Writes nothing more as a leader, and gives the lease back, so that the next one need not wait for its end. */
  readonly stop: () => Promise<void>
}

/** Stands for election with a Lease, leads when it can, and stands again when it has lost. */
export function runElection(api: Api, options: ElectionOptions): Election {
  const candidate = new Candidate(api, options)
  candidate.start()
  return candidate
}

class Candidate implements Election {
  readonly #lock: LeaseLock
  readonly #options: ElectionOptions
  readonly #leaseMs: number
  readonly #renewMs: number
  readonly #retryMs: number
  readonly #stopping = new AbortController()
  #ended: Promise<void> = Promise.resolve()
  /** What we last saw, and when we first saw it so. */
  #seen: { readonly lease: KubeObject; readonly record: string; readonly at: number } | undefined
  /** Our term: the clock when the last renewal that succeeded was sent. */
  #term: { renewedAt: number; readonly over: AbortController } | undefined

  constructor(api: Api, options: ElectionOptions) {
    const { leaseMs = 15_000, renewMs = 10_000, retryMs = 2000 } = options
    this.#lock = new LeaseLock(api, { ...options, leaseMs, now: options.clock.now })
    this.#options = options
    this.#leaseMs = leaseMs
    this.#renewMs = renewMs
    this.#retryMs = retryMs
  }

  readonly mayWrite = (): boolean => {
    if (!this.#term || this.#stopping.signal.aborted) return false
    return this.#options.clock.elapsed() - this.#term.renewedAt < this.#renewMs
  }

  readonly leader = (): string => (this.#seen ? holderOf(this.#seen.lease) : '')

  readonly stop = async (): Promise<void> => {
    this.#stopping.abort()
    await this.#ended
  }

  start(): void {
    this.#ended = this.#run()
  }

  async #run(): Promise<void> {
    const { clock, random } = this.#options
    while (!this.#stopping.signal.aborted) {
      await this.#attempt()
      // Candidates that were started together shall not ask together for ever.
      const pause = this.#term ? this.#retryMs : this.#retryMs * (1 + 0.2 * random())
      await clock.sleep(this.#untilNext(pause), this.#stopping.signal)
    }
    await this.#release()
  }

  // The attempt that decides is made on time also when the next one would come later.
  #untilNext(pause: number): number {
    if (!this.#term) return pause
    return Math.max(0, Math.min(pause, this.#term.renewedAt + this.#renewMs - this.#options.clock.elapsed()))
  }

  async #attempt(): Promise<void> {
    const sentAt = this.#options.clock.elapsed()
    try {
      const lease = await this.#claim()
      if (lease) this.#lead(lease, sentAt)
      else if (this.#term) this.#endTerm()
    } catch (error) {
      quietly(() => this.#options.onError?.(error))
      // Not knowing is not losing: nothing is written once the time is over, by our own clock, and then one more attempt
      // decides. A process that was busy, or a server that was, would else begin again for nothing, and be busier than before.
      if (this.#term && !this.mayWrite()) this.#endTerm()
    }
  }

  /** Tries to hold the lease for a while from now. Gives it back as written, or undefined when it is another's. */
  async #claim(): Promise<KubeObject | undefined> {
    const renewed = this.#term && this.#seen ? await this.#renew(this.#seen.lease) : undefined
    if (renewed) return renewed

    const lease = await this.#lock.read(this.#call())
    if (lease) this.#see(lease)
    // Another one has led meanwhile, and may have ended: what we know is of the time before.
    if (this.#term && lease && holderOf(lease) !== this.#options.identity) return undefined
    // Who deletes a lease does not stop its holder: it counts as held for as long as it would have been.
    if (this.#seen && !this.#isOpen(this.#seen.lease)) return undefined
    return lease ? await this.#holdUnlessTaken(lease) : await this.#lock.create(this.#call())
  }

  /** Renews without reading first, as usually no other candidate has written. Undefined when a read is needed. */
  async #renew(lease: KubeObject): Promise<KubeObject | undefined> {
    try {
      return await this.#lock.hold(lease, this.#call())
    } catch (error) {
      if (hasCode(error, 'Conflict', 'NotFound', 'Invalid')) return undefined
      throw error
    }
  }

  #isOpen(lease: KubeObject): boolean {
    const holder = holderOf(lease)
    if (holder === '' || holder === this.#options.identity) return true
    // Times in the lease come from other clocks. What counts is how long we have seen it unchanged.
    return this.#options.clock.elapsed() - (this.#seen?.at ?? 0) >= this.#leaseMs
  }

  async #holdUnlessTaken(lease: KubeObject): Promise<KubeObject | undefined> {
    try {
      return await this.#lock.hold(lease, this.#call())
    } catch (error) {
      if (hasCode(error, 'Conflict', 'NotFound') && !this.#term) return undefined
      throw error
    }
  }

  // As long as the lease keeps others out, an answer is worth waiting for.
  #call(): Call {
    const { signal } = this.#stopping
    if (!this.#term) return { timeoutMs: this.#renewMs, signal }
    const leftMs = this.#term.renewedAt + this.#leaseMs - this.#options.clock.elapsed()
    return { timeoutMs: Math.max(this.#retryMs, leftMs), signal }
  }

  // The time of the answer: its holder may have shown life until then.
  #see(lease: KubeObject): void {
    const at = this.#options.clock.elapsed()
    const record = leaseRecordOf(lease)
    this.#seen = { lease, record, at: this.#seen?.record === record ? this.#seen.at : at }
  }

  #lead(lease: KubeObject, sentAt: number): void {
    this.#see(lease)
    if (this.#term) return void (this.#term.renewedAt = sentAt)
    const over = new AbortController()
    this.#term = { renewedAt: sentAt, over }
    quietly(() => this.#options.onLeading?.(over.signal))
  }

  #endTerm(): void {
    const over = this.#term?.over
    this.#term = undefined
    over?.abort()
  }

  async #release(): Promise<void> {
    const wasLeading = this.#term !== undefined
    this.#endTerm()
    if (!wasLeading || !this.#seen) return
    const call = { timeoutMs: this.#retryMs }
    try {
      await this.#lock.free(this.#seen.lease, call)
    } catch (error) {
      if (hasCode(error, 'Conflict')) await this.#releaseIfOurs(call)
      // Else the next one waits for the end of the lease.
    }
  }

  // The last renewal may have been written although its answer was not waited for.
  async #releaseIfOurs(call: Call): Promise<void> {
    try {
      const lease = await this.#lock.read(call)
      if (lease && holderOf(lease) === this.#options.identity) await this.#lock.free(lease, call)
    } catch {
      // As above.
    }
  }
}

// The election continues, whatever those who are told of it do.
function quietly(tell: () => void): void {
  try {
    tell()
  } catch {
    // As said.
  }
}
