import { randomInt } from 'node:crypto'
import { below, seededRandom } from '../../src/simulator/clock/seeded-random.ts'

/** Choices that the same seed makes again. */
export interface Draw {
  readonly seed: number
  readonly below: (limit: number) => number
  /** So many of the items, in their order. */
  readonly some: <Item>(items: readonly Item[], count: number) => readonly Item[]
}

/** What every run of `make test` draws by: nothing in it may fail by chance. */
const KNOWN_SEED = '1'

/** Draws by `FITOUT_SEED`; without one, `make soak` draws by a new seed, and `make test` the same each time. */
export function drawingFor(env: Readonly<Record<string, string | undefined>>): Draw {
  return drawing(env['FITOUT_SEED'] || (env['FITOUT_SOAK'] === undefined ? KNOWN_SEED : undefined))
}

/** Draws by a seed that is given as text, or by a new one. */
export function drawing(given: string | undefined): Draw {
  const seed = given === undefined || given === '' ? randomInt(2 ** 31 - 1) : Number(given)
  const random = seededRandom(seed)
  return {
    seed,
    below: limit => below(random, limit),
    some: (items, count) => {
      const left = items.map((_, index) => index)
      const taken = new Set<number | undefined>()
      while (taken.size < Math.min(count, items.length))
        taken.add(left.splice(below(random, left.length), 1)[0])
      return items.filter((_, index) => taken.has(index))
    },
  }
}
