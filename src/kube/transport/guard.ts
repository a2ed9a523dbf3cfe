import { ApiError, type ApiErrorCode } from '../../engine/api/api-error.ts'
import type { Holding, MemoryShare } from '../../engine/budget/memory-budget.ts'
import { failureOf } from './failure.ts'

interface GuardOptions {
  /** What the call is about, for its error: `get Cluster prod/blue`. */
  readonly call: string
  readonly deadlineMs: number
  readonly signal?: AbortSignal | undefined
  /** What is held of the answer counts as a part of it. The call ends with `TooLarge` when others need the memory more. */
  readonly memory?: MemoryShare | undefined
  /** All guards that have not ended. */
  readonly running?: Set<Guard>
}

/** Ends one call at its deadline, when it makes no progress, or when its signal aborts; whichever comes first. */
export class Guard {
  readonly call: string
  readonly #memory: MemoryShare | undefined
  #holding: Holding | undefined
  readonly #running: Set<Guard> | undefined
  #error: ApiError | undefined
  #isEnded = false
  #deadline: NodeJS.Timeout | undefined
  #lastLook: NodeJS.Immediate | undefined
  #idle: NodeJS.Timeout | undefined
  #cancel: (() => void) | undefined
  #signal: AbortSignal | undefined
  #onAbort: (() => void) | undefined
  #onFail: ((error: ApiError) => void) | undefined

  constructor({ call, deadlineMs, signal, memory, running }: GuardOptions) {
    this.call = call
    this.#signal = signal
    this.#running = running
    running?.add(this)
    this.#memory = memory
    this.#holding = this.#startHolding()
    this.#deadline = setTimeout(() => this.#timeOut(), timerMs(deadlineMs))
    this.#onAbort = signal && (() => this.fail('Cancelled'))
    if (this.#onAbort) signal?.addEventListener('abort', this.#onAbort, { once: true })
    if (signal?.aborted) this.fail('Cancelled')
  }

  /** Throws when the call was ended: what has come in by then is not passed on. */
  check(): void {
    if (this.#error) throw this.#error
  }

  /** Ends the call with this code, unless it has ended before. */
  fail(code: ApiErrorCode): void {
    if (this.#isEnded) return
    this.#error = new ApiError(code, { call: this.call })
    this.#onFail?.(this.#error)
    this.end()
  }

  /** The error of this call for whatever was thrown; what ended the call goes before what came of it. */
  errorFor(thrown: unknown): ApiError {
    if (this.#error) return this.#error
    return thrown instanceof ApiError ? thrown : new ApiError(failureOf(thrown).code, { call: this.call })
  }

  /** What a promise gives, or the error that ends the call before. A call waits for one thing at a time. */
  async race<Result>(promise: Promise<Result>): Promise<Result> {
    const { promise: failed, reject } = Promise.withResolvers<never>()
    if (this.#error) reject(this.#error)
    this.#onFail = reject
    try {
      return await Promise.race([promise, failed])
    } finally {
      this.#onFail = undefined
    }
  }

  /** Says how to take back what was started. Done at the end of the call, whether it went well or not. */
  onEnd(cancel: () => void): void {
    if (this.#isEnded) cancel()
    else this.#cancel = cancel
  }

  /** Counts what is held of the answer. False when that is too much. */
  hold(bytes: number): boolean {
    if (!this.#memory) return true
    if (this.#isEnded) return false
    if (bytes === 0 && !this.#holding) return true
    this.#holding ??= this.#startHolding()
    return this.#holding?.set(bytes) ?? true
  }

  /**
   * The answer has begun and has no end that is known, as that of a watch: its time and its signal are a matter of
   * whoever reads it, and it holds nothing while nothing of it waits.
   */
  keepOpen(): void {
    if (this.#isEnded) return
    this.#stopTimers()
    this.#releaseSignal()
    this.#holding?.end()
    this.#holding = undefined
  }

  /** Ends the call when this is not called again in time: nothing has come since. */
  progress(idleMs: number, code: ApiErrorCode = 'Timeout'): void {
    // A timer that was cleared would run again when it is refreshed.
    if (this.#isEnded) return
    if (this.#idle) this.#idle.refresh()
    else this.#idle = setTimeout(() => this.fail(code), idleMs)
  }

  /** Nothing is expected until `progress` is called: we do not read on. The deadline stays. */
  rest(): void {
    clearTimeout(this.#idle)
    this.#idle = undefined
  }

  // Timers come before sockets: a process that was busy, or stopped, may have the answer already and not have looked at it.
  #timeOut(): void {
    this.#lastLook = setImmediate(() => this.fail('Timeout'))
  }

  /** Lets go of timers, the signal, memory and the request itself. */
  end(): void {
    this.#isEnded = true
    this.#running?.delete(this)
    this.#holding?.end()
    this.#stopTimers()
    this.#releaseSignal()
    const cancel = this.#cancel
    this.#cancel = undefined
    cancel?.()
  }

  #startHolding(): Holding | undefined {
    return this.#memory?.hold(() => this.fail('TooLarge'))
  }

  #stopTimers(): void {
    clearTimeout(this.#deadline)
    clearImmediate(this.#lastLook)
    clearTimeout(this.#idle)
    this.#deadline = undefined
    this.#lastLook = undefined
    this.#idle = undefined
  }

  #releaseSignal(): void {
    if (this.#onAbort) this.#signal?.removeEventListener('abort', this.#onAbort)
    this.#onAbort = undefined
    this.#signal = undefined
  }
}

// Timers take no more, and fire at once when asked for more.
function timerMs(milliseconds: number): number {
  return Math.min(milliseconds, 2 ** 31 - 1)
}
