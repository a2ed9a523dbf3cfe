import type { Clock } from '../../engine/clock.ts'
import { afterJobs } from './after-jobs.ts'
import { TimerQueue } from './timer-queue.ts'

/** 2026-01-01T00:00:00Z: where virtual time begins by default. */
const BEGINNING = 1_767_225_600_000

/** Time that passes only when it is told to, and then at once. */
export class VirtualClock implements Clock {
  readonly #timers = new TimerQueue()
  #elapsed = 0
  #wall: number

  constructor(wall = BEGINNING) {
    this.#wall = wall
  }

  readonly now = (): number => this.#wall + this.#elapsed

  readonly elapsed = (): number => this.#elapsed

  readonly sleep = (milliseconds: number, signal?: AbortSignal): Promise<void> => {
    if (signal === undefined) return new Promise(resolve => void this.after(milliseconds, resolve))
    if (signal.aborted) return Promise.resolve()
    return new Promise(resolve => {
      const wake = (): void => {
        signal.removeEventListener('abort', wake)
        cancel()
        resolve()
      }
      const cancel = this.after(milliseconds, wake)
      signal.addEventListener('abort', wake)
    })
  }

  /** Does a job after so many milliseconds; returns how to call it off. */
  after(milliseconds: number, job: () => void): () => void {
    return this.#timers.add({ at: this.#elapsed + Math.max(0, milliseconds), job })
  }

  /** Moves the wall clock alone, as an administrator or a bad time server does. Durations do not notice. */
  jump(milliseconds: number): void {
    this.#wall += milliseconds
  }

  /** Lets time pass: every timer on the way fires at its time, and all that follows from it is done before the next. */
  async advance(milliseconds: number): Promise<void> {
    await this.runUntil(() => false, milliseconds)
  }

  /**
   * Lets time pass until `isReached` holds, and returns whether it did within the limit.
   *
   * It is asked whenever nothing is left to do at a time. When no timer is left, time goes to the limit at once.
   */
  runUntil(isReached: () => boolean, limit: number): Promise<boolean> {
    const end = this.#elapsed + limit
    return new Promise((resolve, reject) => {
      // Without a promise for each timer: there are thousands in a minute.
      const goOn = (): void => {
        try {
          if (this.#isOver(isReached, end)) resolve(isReached())
          else afterJobs(goOn)
        } catch (error) {
          reject(error)
        }
      }
      afterJobs(goOn)
    })
  }

  /** Does the next job, unless all is reached or time is over. */
  #isOver(isReached: () => boolean, end: number): boolean {
    if (isReached()) return true
    const next = this.#timers.next()
    if (next === undefined || next > end) {
      this.#elapsed = end
      return true
    }
    this.#elapsed = Math.max(this.#elapsed, next)
    this.#timers.take()?.job()
    return false
  }
}
