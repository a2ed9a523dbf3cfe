import { recipeOf } from '../swarm/recipe.ts'
import { runSeed } from '../swarm/run-seed.ts'

const MOST = 10

// Runs seeds one after the other, up to the first that finds something, and says what each has found: a line for each.
for (const seed of process.argv.slice(2).map(Number)) {
  const { problems } = await runSeed(recipeOf(seed))
  process.stdout.write(`${JSON.stringify({ seed, problems: problems.slice(0, MOST) })}\n`)
  if (problems.length > 0) break
}
