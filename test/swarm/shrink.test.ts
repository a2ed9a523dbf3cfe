import { expect, test } from 'vitest'
import type { Recipe } from './recipe.ts'
import { shrink } from './shrink.ts'

const large: Recipe = {
  seed: 7,
  clusters: 10,
  steps: 6,
  faults: ['conflict', 'crash', 'dropEvent', 'slow'],
  troubles: ['kill', 'pause', 'unhealthy'],
}

interface Case {
  readonly name: string
  readonly fails: (recipe: Recipe) => boolean
  readonly want: Partial<Recipe>
}

const cases: readonly Case[] = [
  {
    name: 'what fails by itself has nothing left',
    fails: () => true,
    want: { clusters: 1, steps: 1, faults: [], troubles: [] },
  },
  {
    name: 'what fails only as it is stays as it is',
    fails: recipe => recipe === large,
    want: large,
  },
  {
    name: 'a fault and a trouble that fail together both stay',
    fails: ({ faults, troubles }) => faults.includes('dropEvent') && troubles.includes('pause'),
    want: { clusters: 1, steps: 1, faults: ['dropEvent'], troubles: ['pause'] },
  },
  {
    name: 'two faults of the two halves are found',
    fails: ({ faults }) => faults.includes('conflict') && faults.includes('slow'),
    want: { clusters: 1, steps: 1, faults: ['conflict', 'slow'], troubles: [] },
  },
  {
    name: 'no fewer clusters and steps than it takes',
    fails: ({ clusters, steps }) => clusters >= 3 && steps >= 4,
    want: { clusters: 3, steps: 4, faults: [], troubles: [] },
  },
]

test.for(cases)('$name', async ({ fails, want }) => {
  const smallest = await shrink(
    large,
    recipe => Promise.resolve(fails(recipe)),
    () => true,
  )
  expect(smallest).toEqual({ ...large, ...want })
})

test('it ends when its time is over, with what it has', async () => {
  let runs = 0
  const fails = () => Promise.resolve((runs += 1) > 0)
  const smallest = await shrink(large, fails, () => runs < 1)
  expect([runs, smallest]).toEqual([1, { ...large, faults: [] }])
})
