import { recipeOf } from '../swarm/recipe.ts'
import { runSeed } from '../swarm/run-seed.ts'

// A small fleet shows the same as a large one, and sooner.
const clusters = Number(process.env['FITOUT_CLUSTERS'] ?? 2)
const MOST = 10

// Runs seeds one after the other, up to the first that finds something, and says what each has found: a line for each.
for (const seed of process.argv.slice(2).map(Number)) {
  const { problems } = await runSeed(recipeOf(seed, { clusters }))
  process.stdout.write(`${JSON.stringify({ seed, problems: problems.slice(0, MOST) })}\n`)
  if (problems.length > 0) break
}
