import { type ApiErrorCode, ApiError } from '../api/api-error.ts'
import type { Random } from '../clock.ts'
import { Backoff } from '../queue/backoff.ts'

/** A call that failed, without its words. */
export interface FollowFailure {
  readonly code: ApiErrorCode
  /** How long the server asks to stay away. */
  readonly retryAfterMs: number
}

/** How a watch came to its end. */
export type WatchEnd =
  | { readonly kind: 'closed' } // by the server, in order
  | { readonly kind: 'silent' } // by us: nothing was heard for too long
  | { readonly kind: 'cancelled' } // by us: the signal
  | { readonly kind: 'broken'; readonly failure: FollowFailure }

/** What a watch had behind it when it ended. */
export interface WatchLife {
  readonly isHeard: boolean
  readonly livedMs: number
}

/** How to continue. */
export interface ResumeVerdict {
  readonly pauseMs: number
  /** Why nothing is heard; absent when this end was normal. */
  readonly code?: ApiErrorCode
  readonly mustList?: boolean
}

const BACKOFF = { baseMs: 500, capMs: 30_000 }
/** What is too large stays so for a while, and finding out costs both sides much. */
const TOO_LARGE_MS = 60_000
const TOO_LARGE_BACKOFF = { baseMs: TOO_LARGE_MS, capMs: 540_000 }
/** A watch that was heard and lived so long was a good one: what comes after it is a first failure. */
const HEALTHY_MS = 5000
/** Watches that are closed sooner than this, one after the other, are a loop without a pause. */
const SHORT_MS = 1000
/** After so many refusals in a row the version to continue from may itself be the trouble, as after a restore. */
const LIST_AFTER_REFUSALS = 5
const refusals: ReadonlySet<ApiErrorCode> = new Set(['Timeout', 'ServerError', 'BadAnswer', 'Invalid'])

const atOnce: ResumeVerdict = { pauseMs: 0 }
const nothingHeard: FollowFailure = { code: 'Timeout', retryAfterMs: 0 }
const KEY = 'watch'

/** Decides when to continue, and whether by a list, after a watch or a list came to its end. */
export class ResumePolicy {
  readonly #random: Random
  /** Made at the first failure: most of what is followed never has one. */
  #backoff: Backoff | undefined
  #outgrown: Backoff | undefined
  #shortInARow = 0
  #refusalsInARow = 0

  constructor(random: Random) {
    this.#random = random
  }

  afterList(failure: FollowFailure): ResumeVerdict {
    return { pauseMs: this.#pause(failure.retryAfterMs), code: failure.code }
  }

  /** After more came than may be kept. */
  afterTooLarge(): ResumeVerdict {
    this.#outgrown ??= new Backoff(TOO_LARGE_BACKOFF, this.#random)
    return { pauseMs: TOO_LARGE_MS + this.#outgrown.fail(KEY), code: 'TooLarge', mustList: true }
  }

  afterWatch(end: WatchEnd, { isHeard, livedMs }: WatchLife): ResumeVerdict {
    const wasHealthy = isHeard && livedMs >= HEALTHY_MS
    if (wasHealthy) this.#backoff?.reset(KEY)
    if (wasHealthy) this.#outgrown?.reset(KEY)
    if (isHeard) this.#refusalsInARow = 0
    if (livedMs >= SHORT_MS) this.#shortInARow = 0
    if (end.kind === 'cancelled') return atOnce
    if (end.kind === 'closed') return livedMs >= SHORT_MS ? atOnce : this.#afterShort(isHeard)
    // A way may die without a sign, so try again; only one that never carried a word is known to be bad.
    if (end.kind === 'silent') return isHeard ? atOnce : this.#afterBroken(nothingHeard)
    if (end.failure.code !== 'Gone') return this.#afterBroken(end.failure)
    return { pauseMs: wasHealthy ? 0 : this.#pause(0), mustList: true }
  }

  // Closing is normal, and so is doing it early once. A server that does nothing else gets a pause.
  #afterShort(isHeard: boolean): ResumeVerdict {
    this.#shortInARow += 1
    if (this.#shortInARow === 1) return atOnce
    if (isHeard) return { pauseMs: this.#pause(0) }
    return this.#afterBroken({ code: 'BadAnswer', retryAfterMs: 0 })
  }

  #afterBroken({ code, retryAfterMs }: FollowFailure): ResumeVerdict {
    if (refusals.has(code)) this.#refusalsInARow += 1
    const mustList = this.#refusalsInARow >= LIST_AFTER_REFUSALS
    if (mustList) this.#refusalsInARow = 0
    return { pauseMs: this.#pause(retryAfterMs), code, mustList }
  }

  #pause(atLeastMs: number): number {
    this.#backoff ??= new Backoff(BACKOFF, this.#random)
    return Math.max(this.#backoff.fail(KEY), atLeastMs)
  }
}

/** What is left of an error. What is no failure of the call itself is an answer that makes no sense. */
export function followFailureOf(error: unknown): FollowFailure {
  if (!(error instanceof ApiError)) return { code: 'BadAnswer', retryAfterMs: 0 }
  return { code: error.code, retryAfterMs: (error.retryAfterSeconds ?? 0) * 1000 }
}
