import { isEqual } from '../../domain/object/is-equal.ts'
import type { Clock } from '../../engine/clock.ts'

/** Less than the time to the next reconcile that no event called for: that one reads again. */
const RECENT_MS = 4_000

interface Check {
  readonly of: readonly unknown[]
  readonly at: number
}

/**
 * Remembers checks that passed a moment ago and of which no event would tell: reconciles come in bursts.
 *
 * Nothing that opens a gate or ends a Ready rests on it. A check that failed is done again at every reconcile.
 */
export class RecentChecks {
  readonly #elapsed: Clock['elapsed']
  readonly #known = new Map<string, Check>()

  constructor({ elapsed }: Pick<Clock, 'elapsed'>) {
    this.#elapsed = elapsed
  }

  /**
   * Whether a check can be skipped: it passed just now, and all that it depends on (`of`, plain data) is the same.
   *
   * A check that is not skipped, or must be `fresh`, is forgotten until it is noted again.
   */
  spares(
    fact: string,
    { fresh, of = [] }: { readonly fresh: boolean; readonly of?: readonly unknown[] },
  ): boolean {
    const check = this.#known.get(fact)
    const isYoung = check !== undefined && this.#elapsed() - check.at < RECENT_MS
    const isSpared = !fresh && isYoung && isEqual(check.of, of)
    if (!isSpared) this.#known.delete(fact)
    return isSpared
  }

  note(fact: string, of: readonly unknown[] = []): void {
    this.#known.set(fact, { of, at: this.#elapsed() })
  }
}
