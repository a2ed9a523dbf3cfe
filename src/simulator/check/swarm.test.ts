import { beforeAll, expect, test } from 'vitest'
import { runSeed, undisturbedEnd } from './run-seed.ts'
import { replayCommand, seedsTo } from './seeds.ts'

const clusters = 2
const SEEDS = 4

let want: string
beforeAll(async () => {
  want = await undisturbedEnd(clusters)
}, 60_000)

test.for(seedsTo(SEEDS, process.env['FITOUT_SEED']))(
  'seed %i: whatever goes wrong, a fleet ends as one in which nothing did',
  { timeout: 60_000 },
  async seed => {
    const { problems } = await runSeed(seed, { clusters, want })
    expect(problems, replayCommand(seed, 'src/simulator/check/swarm.test.ts')).toEqual([])
  },
)

test('a seed with all its faults gives the same history, byte for byte', { timeout: 60_000 }, async () => {
  const histories = []
  for (const seed of [10, 10]) {
    const { sample, faults } = await runSeed(seed, { clusters, want, keeps: () => true })
    expect(faults).toBeGreaterThan(20)
    histories.push(sample.fleet.history.toText())
  }
  expect(histories[1]).toBe(histories[0])
})
