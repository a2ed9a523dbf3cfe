import { expect, test } from 'vitest'
import { allCrashPoints, runCrash } from './crash/run-crash.ts'
import { recipeOf } from './recipe.ts'
import { runSeed } from './run-seed.ts'
import type { Scene } from './scene.ts'

const LONG = { timeout: 300_000 }

// Few, for the inner loop: `make test` runs them all.
test.for([4, 12, 14])(
  'seed %i: whatever goes wrong, a fleet ends as one in which nothing did',
  LONG,
  async seed => {
    const { problems } = await runSeed(recipeOf(seed, { clusters: 2 }))
    expect(problems).toEqual([])
  },
)

test('a seed with all its faults gives the same history, byte for byte', LONG, async () => {
  const histories: string[] = []
  for (const seed of [14, 14]) {
    const scenes: Scene[] = []
    await runSeed(recipeOf(seed), { keeps: () => true, onScene: scene => scenes.push(scene) })
    histories.push(...scenes.map(({ fleet, audit }) => `${fleet.history.toText()}${audit.toText()}`))
  }
  expect(histories[0]?.length).toBeGreaterThan(500_000)
  expect(histories[1] === histories[0]).toBe(true)
})

test('a controller that dies at a write leaves nothing that the next one cannot take up', LONG, async () => {
  const points = await allCrashPoints()
  expect(new Set(points.map(({ story }) => story)).size).toBe(6)
  const some = points.filter((_, index) => index % 149 === 0)
  const problems = []
  for (const point of some) problems.push(...(await runCrash(point)))
  expect(problems).toEqual([])
})
