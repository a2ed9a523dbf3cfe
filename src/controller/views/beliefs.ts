import { isEqual } from '../../domain/identity/is-equal.ts'
import type { Clock } from '../../engine/clock.ts'

/** Less than the time to the next look that no event called for: that one asks again. */
const BELIEVED_MS = 4_000

interface Belief {
  readonly of: readonly unknown[]
  readonly at: number
}

/**
 * Remembers what was well on a cluster a moment ago, and that no event would tell of: looks come in bursts.
 *
 * Nothing that opens a gate or ends a Ready rests on it. What is not well is asked for at every look.
 */
export class Beliefs {
  readonly #elapsed: Clock['elapsed']
  readonly #known = new Map<string, Belief>()

  constructor({ elapsed }: Pick<Clock, 'elapsed'>) {
    this.#elapsed = elapsed
  }

  /**
   * Whether a fact need not be asked for: it was well just now, and all that it depends on (`of`, plain data) is the same.
   *
   * Whoever must ask, or wants to (`fresh`), has nothing to believe any more until it is noted again.
   */
  spares(
    fact: string,
    { fresh, of = [] }: { readonly fresh: boolean; readonly of?: readonly unknown[] },
  ): boolean {
    const belief = this.#known.get(fact)
    const isYoung = belief !== undefined && this.#elapsed() - belief.at < BELIEVED_MS
    const isSpared = !fresh && isYoung && isEqual(belief.of, of)
    if (!isSpared) this.#known.delete(fact)
    return isSpared
  }

  note(fact: string, of: readonly unknown[] = []): void {
    this.#known.set(fact, { of, at: this.#elapsed() })
  }
}
