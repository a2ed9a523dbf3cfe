import { below, seededRandom } from '../../src/simulator/clock/seeded-random.ts'

/** Which seeds are run, each on how many clusters, and until when. */
export interface Seeds {
  readonly seeds: Iterable<number>
  readonly clustersOf: (seed: number) => number
  readonly isOver: () => boolean
}

// Every twentieth on ten clusters, the others on two: many small fleets find more than few large ones in the same time.
const USUAL = { seeds: 2000, clusters: 2, many: 10, every: 20 }
const SOAK = { hours: 1, clusters: 50 }
const HOUR_MS = 3_600_000

type Env = Readonly<Record<string, string | undefined>>

/** The first two thousand; in a soak, those that its own seed draws, on fifty clusters, for an hour. */
export function seedsOf(env: Env, now: () => number): Seeds {
  if (env['FITOUT_SOAK']) {
    const end = now() + SOAK.hours * HOUR_MS
    return {
      seeds: drawn(Number(env['FITOUT_SEED'] ?? 1)),
      clustersOf: () => SOAK.clusters,
      isOver: () => now() > end,
    }
  }
  const count = Number(env['FITOUT_SEEDS'] ?? USUAL.seeds)
  const seeds = Array.from({ length: count }, (_, index) => index + 1)
  const given = env['FITOUT_CLUSTERS']
  const usual = (seed: number): number => (seed % USUAL.every === 0 ? USUAL.many : USUAL.clusters)
  return { seeds, clustersOf: given ? () => Number(given) : usual, isOver: () => false }
}

function* drawn(seed: number): Generator<number, void> {
  const random = seededRandom(seed)
  for (;;) yield below(random, 2 ** 31)
}
