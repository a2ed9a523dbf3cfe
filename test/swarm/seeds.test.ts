import { expect, test } from 'vitest'
import { seedsOf } from './seeds.ts'

function first(seeds: Iterable<number>, count: number): readonly number[] {
  const found: number[] = []
  for (const seed of seeds) if (found.push(seed) === count) break
  return found
}

test('without a word the first two thousand are run, on ten clusters', () => {
  const { seeds, clusters, isOver } = seedsOf({}, () => 0)
  expect([[...seeds].length, first(seeds, 3), clusters, isOver()]).toEqual([2000, [1, 2, 3], 10, false])
})

test('who names a size gets it for all of them', () => {
  expect(seedsOf({ FITOUT_CLUSTERS: '4' }, () => 0).clusters).toBe(4)
})

test('a soak draws the same seeds for the same seed, and ends after an hour', () => {
  let time = 0
  const soak = (seed: string) => seedsOf({ FITOUT_SOAK: 'yes', FITOUT_SEED: seed }, () => time)
  const { seeds, clusters, isOver } = soak('7')
  expect(first(seeds, 5)).toEqual(first(soak('7').seeds, 5))
  expect(first(soak('8').seeds, 5)).not.toEqual(first(soak('7').seeds, 5))
  expect([clusters, isOver()]).toEqual([50, false])
  time = 3_600_001
  expect(isOver()).toBe(true)
})
