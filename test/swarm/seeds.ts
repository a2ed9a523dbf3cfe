import { below, seededRandom } from '../../src/simulator/clock/seeded-random.ts'

/** Which seeds are run, on how many clusters each, and until when. */
export interface Seeds {
  readonly seeds: Iterable<number>
  readonly clusters: number
  readonly isOver: () => boolean
}

const USUAL = { seeds: 2000, clusters: 10 }
const SOAK = { hours: 1, clusters: 50 }
const HOUR_MS = 3_600_000

type Env = Readonly<Record<string, string | undefined>>

/** The first two thousand, on ten clusters; in a soak, those that its own seed draws, on fifty clusters, for an hour. */
export function seedsOf(env: Env, now: () => number): Seeds {
  if (env['FITOUT_SOAK']) {
    const end = now() + SOAK.hours * HOUR_MS
    return {
      seeds: drawn(Number(env['FITOUT_SEED'] ?? 1)),
      clusters: SOAK.clusters,
      isOver: () => now() > end,
    }
  }
  const count = Number(env['FITOUT_SEEDS'] ?? USUAL.seeds)
  const seeds = Array.from({ length: count }, (_, index) => index + 1)
  const clusters = Number(env['FITOUT_CLUSTERS'] ?? USUAL.clusters)
  return { seeds, clusters, isOver: () => false }
}

function* drawn(seed: number): Generator<number, void> {
  const random = seededRandom(seed)
  for (;;) yield below(random, 2 ** 31)
}
