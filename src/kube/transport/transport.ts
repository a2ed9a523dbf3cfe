import { ApiError } from '../../engine/api/api-error.ts'
import type { MemoryShare } from '../../engine/budget/memory-budget.ts'
import { type ConnectionConfig, type Credentials, type Limits, defaultLimits } from './connection-config.ts'
import { Failure, failureOf } from './failure.ts'
import { Guard } from './guard.ts'
import type { Incoming, WireRequest } from './wire.ts'
import { Wires } from './wires.ts'

/** What a connection has cost so far. */
export interface Counters {
  readonly calls: number
  /** TLS connections that were opened and used. */
  readonly connections: number
  /** Bytes of bodies, without headers and TLS. */
  readonly bytesSent: number
  readonly bytesReceived: number
}

/** A request, what it is called in errors, and when it must be over. */
export interface TransportCall extends WireRequest {
  readonly call: string
  readonly deadlineMs: number
  readonly signal?: AbortSignal | undefined
}

/** An answer that is still coming in. Whoever took it must end its guard. */
export interface OpenCall {
  readonly incoming: Incoming
  readonly guard: Guard
}

/** Carries calls to one server over as few connections as it takes. */
export class Transport {
  readonly limits: Limits
  /** Large answers are read one after the other. */
  readonly largeAnswers = new Turns()
  readonly #config: ConnectionConfig
  readonly #memory: MemoryShare | undefined
  readonly #wires: Wires
  readonly #guards = new Set<Guard>()
  #isClosed = false
  #calls = 0
  #bytesSent = 0
  #bytesReceived = 0

  constructor(config: ConnectionConfig, memory?: MemoryShare) {
    this.#config = config
    this.#memory = memory
    this.limits = { ...defaultLimits, ...config.limits }
    this.#wires = new Wires(config, this.limits)
  }

  get connections(): number {
    return this.#wires.connections
  }

  get counters(): Counters {
    const { connections } = this
    return { calls: this.#calls, connections, bytesSent: this.#bytesSent, bytesReceived: this.#bytesReceived }
  }

  /** Sends a call and waits for the head of its answer, or throws an ApiError with nothing left of the call. */
  async open(call: TransportCall): Promise<OpenCall> {
    this.#calls++
    const { call: name, deadlineMs, signal } = call
    const running = this.#guards
    const guard = new Guard({ call: name, deadlineMs, signal, memory: this.#memory, running })
    try {
      if (this.#isClosed) throw new Failure('Cancelled')
      return { incoming: await this.#send(call, guard), guard }
    } catch (error) {
      guard.end()
      throw guard.errorFor(error)
    }
  }

  /** Counts a piece of a body. */
  received(chunk: Buffer): void {
    this.#bytesReceived += chunk.length
  }

  /** Ends all calls with `Cancelled`, and the connection. */
  close(): void {
    this.#isClosed = true
    for (const guard of this.#guards) guard.fail('Cancelled')
    this.#wires.destroy()
  }

  async #send(call: TransportCall, guard: Guard): Promise<Incoming> {
    const credentials = await guard.race(this.#credentials())
    const { token } = credentials
    const path = `${this.#wires.pathPrefix}${call.path}`
    const headers = token === undefined ? call.headers : { ...call.headers, authorization: `Bearer ${token}` }
    const attempt = async () => this.#attempt({ ...call, path, headers }, credentials, guard)
    const first = await attempt()
    if ('status' in first) return first
    const second = first.mayRepeat ? await attempt() : first
    if ('status' in second) return second
    throw second.failure
  }

  async #attempt(
    request: WireRequest,
    credentials: Credentials,
    guard: Guard,
  ): Promise<Incoming | FailedAttempt> {
    const { wire, isFresh } = await this.#wires.get(credentials, guard)
    try {
      const incoming = await guard.race(wire.send(request, guard))
      this.#bytesSent += request.body?.length ?? 0
      return incoming
    } catch (error) {
      // Ended by its deadline or signal: that is final.
      if (error instanceof ApiError) throw error
      const failure = failureOf(error)
      // A connection that was kept open may be dead without anyone having noticed; a read may be asked again.
      const isStale = request.method === 'GET' && !isFresh && failure.code === 'Unreachable'
      return { failure, mayRepeat: failure.isUnprocessed || isStale }
    }
  }

  async #credentials(): Promise<Credentials> {
    const { auth } = this.#config
    if (typeof auth !== 'function') return auth
    try {
      return await auth()
    } catch {
      // Why is said by whoever reads the person's kubeconfig; here it is only that there are none.
      throw new Failure('Unauthorized')
    }
  }
}

interface FailedAttempt {
  readonly failure: Failure
  readonly mayRepeat: boolean
}

/** Lets one call at a time do something, in the order in which they came. */
class Turns {
  #last: Promise<unknown> = Promise.resolve()

  /** Waits for the turn of a call, and returns how to end it. Throws what ends the call before. */
  async wait(guard: Guard): Promise<() => void> {
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    // Without what they resolve to: each would hold all that came before.
    this.#last = Promise.all([before, promise]).then(() => undefined)
    try {
      await guard.race(before)
      return resolve
    } catch (error) {
      resolve()
      throw error
    }
  }
}
