import { expect, test } from 'vitest'
import { runSeed, undisturbedEnd } from './run-seed.ts'
import { replayCommand, seedsTo } from './seeds.ts'

const clusters = 3
const SEEDS = 2000
const HOUR_MS = 3_600_000

test(
  'of many seeds none leaves a fleet other than one in which nothing went wrong',
  { timeout: HOUR_MS },
  async () => {
    const want = await undisturbedEnd(clusters)
    const failed: string[] = []
    for (const seed of seedsTo(SEEDS, process.env['FITOUT_SEED'])) {
      const { problems } = await runSeed(seed, { clusters, want })
      if (problems.length === 0) continue
      failed.push(
        `${replayCommand(seed, 'src/simulator/check/swarm.soak.test.ts')}\n  ${problems.join('\n  ')}`,
      )
    }
    expect(failed).toEqual([])
  },
)
