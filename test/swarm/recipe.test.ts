import { expect, test } from 'vitest'
import { type Recipe, durationOf, readRecipe, recipeOf, replayCommand } from './recipe.ts'

function envOf(command: string): Readonly<Record<string, string>> {
  const pairs = command.split(' ').filter(word => word.includes('='))
  return Object.fromEntries(pairs.map(pair => pair.split('=') as [string, string]))
}

const recipes: readonly { readonly name: string; readonly given: Recipe }[] = [
  { name: 'a seed as it is', given: recipeOf(812) },
  { name: 'a larger fleet', given: recipeOf(812, { clusters: 50 }) },
  {
    name: 'one that was shrunk',
    given: { seed: 812, clusters: 2, steps: 4, faults: ['conflict'], troubles: ['kill'] },
  },
  { name: 'one without any fault', given: { seed: 812, clusters: 1, steps: 6, faults: [], troubles: [] } },
]

test.for(recipes)('the command of $name runs just that', ({ given }) => {
  expect(readRecipe(envOf(replayCommand(given)))).toEqual(given)
})

test('a command is short', () => {
  const recipe: Recipe = { seed: 812, clusters: 2, steps: 6, faults: ['conflict'], troubles: ['kill'] }
  expect(replayCommand(recipe)).toBe(
    'FITOUT_SEED=812 FITOUT_ONLY=conflict,kill FITOUT_CLUSTERS=2 node test/swarm/stage/replay.ts',
  )
})

test('one seed of eight is about few troubles that last, on few clusters', () => {
  const long = Array.from({ length: 80 }, (_, index) => recipeOf(index + 1)).filter(isLong)
  expect(long).toHaveLength(10)
  expect(long.every(({ troubles, clusters }) => troubles.length <= 4 && clusters === 5)).toBe(true)
})

function isLong(recipe: Recipe): boolean {
  return durationOf(recipe) === 'long'
}

test('what is no number is refused', () => {
  expect(() => readRecipe({ FITOUT_SEED: 'x' })).toThrow('cannot read the recipe: FITOUT_SEED is no number')
})

test('a seed chooses some of all kinds, and another seed others', () => {
  const [one, other] = [recipeOf(1), recipeOf(2)]
  expect(one).toEqual(recipeOf(1))
  expect([one.faults, one.troubles]).not.toEqual([other.faults, other.troubles])
})
