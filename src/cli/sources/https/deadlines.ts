import type { Socket } from 'node:net'
import { SourceReadError } from '../source-read-error.ts'

/** How long a server may take, in milliseconds. */
export interface FetchTimes {
  /** Until the connection stands, the name service included. */
  readonly connect: number
  /** Without a byte from the server. */
  readonly idle: number
  /** From the first question to the last byte. */
  readonly whole: number
}

export const fetchTimes: FetchTimes = { connect: 10_000, idle: 30_000, whole: 120_000 }

/** Ends one fetch as soon as it takes too long. */
export class Deadlines {
  readonly #path: string
  readonly #times: FetchTimes
  readonly #stop = new AbortController()
  readonly #late = Promise.withResolvers<never>()
  readonly #whole: NodeJS.Timeout
  readonly #connect: NodeJS.Timeout

  constructor(path: string, times: FetchTimes) {
    this.#path = path
    this.#times = times
    // Nobody may be waiting when it comes.
    this.#late.promise.catch(() => {})
    this.#whole = this.#after(times.whole, 'it takes')
    this.#connect = this.#after(times.connect, 'the connection takes')
  }

  /** Ends what is under way. */
  get signal(): AbortSignal {
    return this.#stop.signal
  }

  /** Waits for `work`, or for the deadline if that comes first. */
  async watch<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#late.promise])
  }

  /** The connection stands: from now on the server may be silent only so long. */
  connected(socket: Socket): void {
    clearTimeout(this.#connect)
    socket.setTimeout(this.#times.idle, () => this.#tell(this.#times.idle, 'the server sends nothing for'))
  }

  /** Nothing is waited for any more; what is still open is closed. */
  end(): void {
    clearTimeout(this.#whole)
    clearTimeout(this.#connect)
    this.#stop.abort()
  }

  #after(milliseconds: number, what: string): NodeJS.Timeout {
    return setTimeout(() => this.#tell(milliseconds, what), milliseconds)
  }

  #tell(milliseconds: number, what: string): void {
    const cause = `${what} more than ${milliseconds / 1000} seconds`
    this.#late.reject(new SourceReadError('TIMED_OUT', this.#path, { cause, verb: 'fetch' }))
  }
}
