import { expect, test } from 'vitest'
import { seedsOf } from './seeds.ts'

function first(seeds: Iterable<number>, count: number): readonly number[] {
  const found: number[] = []
  for (const seed of seeds) if (found.push(seed) === count) break
  return found
}

test('without a word the first two thousand are run, every twentieth on ten clusters', () => {
  const { seeds, clustersOf, isOver } = seedsOf({}, () => 0)
  expect([[...seeds].length, first(seeds, 3), isOver()]).toEqual([2000, [1, 2, 3], false])
  expect([19, 20, 21, 40].map(clustersOf)).toEqual([2, 10, 2, 10])
})

test('who names a size gets it for all of them', () => {
  const { clustersOf } = seedsOf({ FITOUT_CLUSTERS: '4' }, () => 0)
  expect([9, 10].map(clustersOf)).toEqual([4, 4])
})

test('a soak draws the same seeds for the same seed, and ends after an hour', () => {
  let time = 0
  const soak = (seed: string) => seedsOf({ FITOUT_SOAK: 'yes', FITOUT_SEED: seed }, () => time)
  const { seeds, clustersOf, isOver } = soak('7')
  expect(first(seeds, 5)).toEqual(first(soak('7').seeds, 5))
  expect(first(soak('8').seeds, 5)).not.toEqual(first(soak('7').seeds, 5))
  expect([clustersOf(7), isOver()]).toEqual([50, false])
  time = 3_600_001
  expect(isOver()).toBe(true)
})
