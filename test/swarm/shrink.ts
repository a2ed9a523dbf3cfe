import type { Recipe } from './recipe.ts'

/** Runs a recipe, and returns whether it still fails. */
export type Fails = (recipe: Recipe) => Promise<boolean>

// In this order: fewer kinds make the cause plain, fewer clusters and steps make it quick to look at.
const ways: readonly ((recipe: Recipe) => readonly Recipe[])[] = [
  withFewer('faults'),
  withFewer('troubles'),
  withFewerClusters,
  withFewerSteps,
]

/** Looks for a smaller recipe that fails too, for as long as `hasTime`. Gives the smallest that was found. */
export async function shrink(recipe: Recipe, fails: Fails, hasTime: () => boolean): Promise<Recipe> {
  let smallest = recipe
  for (const smaller of ways) {
    for (let isShrinking = true; isShrinking;) {
      const found = await firstFailing(smaller(smallest), fails, hasTime)
      isShrinking = found !== undefined
      smallest = found ?? smallest
    }
  }
  return smallest
}

async function firstFailing(
  recipes: readonly Recipe[],
  fails: Fails,
  hasTime: () => boolean,
): Promise<Recipe | undefined> {
  for (const recipe of recipes) {
    if (!hasTime()) return undefined
    if (await fails(recipe)) return recipe
  }
  return undefined
}

/** Without any, without either half, then without each single one. */
function withFewer(list: 'faults' | 'troubles'): (recipe: Recipe) => readonly Recipe[] {
  return recipe => {
    const kinds: readonly string[] = recipe[list]
    if (kinds.length === 0) return []
    const half = Math.ceil(kinds.length / 2)
    const isLong = kinds.length > 2
    const fewer = [
      [],
      ...(isLong ? [kinds.slice(0, half), kinds.slice(half)] : []),
      ...(kinds.length === 1 ? [] : kinds.map((_, index) => kinds.toSpliced(index, 1))),
    ]
    return fewer.map(kept => ({ ...recipe, [list]: kept }))
  }
}

function withFewerClusters(recipe: Recipe): readonly Recipe[] {
  const { clusters } = recipe
  const fewer = [...new Set([1, 2, Math.floor(clusters / 2), clusters - 1])]
  return fewer.filter(count => count >= 1 && count < clusters).map(count => ({ ...recipe, clusters: count }))
}

function withFewerSteps(recipe: Recipe): readonly Recipe[] {
  return Array.from({ length: recipe.steps - 1 }, (_, index) => ({ ...recipe, steps: index + 1 }))
}
