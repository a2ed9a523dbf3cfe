import type { Clock } from '../../engine/clock.ts'
import { type Rate, TokenBucket } from '../../engine/run/token-bucket.ts'

/** How much one user may ask of the server. */
export interface UserLimit extends Rate {
  /** Requests that run at the same time; streams are counted apart. */
  readonly atOnce: number
}

/**
 * A page of the console asks a few times a second at most; somebody may have ten of them open.
 *
 * @internal
 */
export const userLimit: UserLimit = { perSecond: 20, burst: 100, atOnce: 20 }

/** A request may run, until `end`; or may come again later. */
export type Admission =
  | { readonly ok: true; readonly end: () => void }
  | { readonly ok: false; readonly retryAfterMs: number }

interface UserLoad {
  readonly bucket: TokenBucket
  running: number
}

const BUSY_MS = 1000
const MOST_USERS = 10_000

/** Keeps one user from taking the server away from the others. */
export class UserLimits {
  readonly #clock: Clock
  readonly #limit: UserLimit
  readonly #loads = new Map<string, UserLoad>()

  constructor(clock: Clock, limit: UserLimit = userLimit) {
    this.#clock = clock
    this.#limit = limit
  }

  /** Lets a request of a user begin, or says when it is worth another try. */
  begin(user: string): Admission {
    const load = this.#loadOf(user)
    if (load.running >= this.#limit.atOnce) return { ok: false, retryAfterMs: BUSY_MS }
    const retryAfterMs = load.bucket.tryTake()
    if (retryAfterMs > 0) return { ok: false, retryAfterMs }
    load.running += 1
    let isOver = false
    const end = () => {
      if (isOver) return
      isOver = true
      load.running -= 1
    }
    return { ok: true, end }
  }

  #loadOf(user: string): UserLoad {
    const known = this.#loads.get(user)
    const load = known ?? { bucket: new TokenBucket(this.#limit, this.#clock), running: 0 }
    // Behind all others: who has been quiet longest is forgotten first.
    this.#loads.delete(user)
    this.#loads.set(user, load)
    const [oldest] = this.#loads
    if (this.#loads.size > MOST_USERS && oldest?.[1].running === 0) this.#loads.delete(oldest[0])
    return load
  }
}
