import { fromSimulator } from '../check/from-simulator.ts'
import { checkNoEcho } from '../check/no-echo.ts'
import { checkOneEvent } from '../check/one-event.ts'
import { type Recipe, recipeOf } from '../swarm/recipe.ts'
import { runSeed } from '../swarm/run-seed.ts'
import type { Scene } from '../swarm/scene.ts'

// A small fleet shows the same as a large one, and sooner.
const CLUSTERS = 2
const MOST = 10

// Runs seeds one after the other, up to the first that finds something, and says what each has found: a line for each.
for (const seed of process.argv.slice(2).map(Number)) {
  const problems = await problemsOf(recipeOf(seed, { clusters: CLUSTERS }))
  process.stdout.write(`${JSON.stringify({ seed, problems: problems.slice(0, MOST) })}\n`)
  if (problems.length > 0) break
}

async function problemsOf(recipe: Recipe): Promise<readonly string[]> {
  const scenes: Scene[] = []
  const onScene = (scene: Scene): void => void scenes.push(scene)
  const { problems } = await runSeed(recipe, { onScene, keeps: ({ write }) => write !== undefined })
  // Whoever is told of old versions, or does not know of the other leader, says and writes things twice.
  if (recipe.troubles.includes('staleView') || recipe.troubles.includes('secondLeader')) return problems
  const twice = scenes.flatMap(({ fleet, audit }) => [
    ...checkNoEcho(fleet.history.lines),
    ...checkOneEvent(fromSimulator(audit.lines)),
  ])
  return [...problems, ...twice.map(({ rule, sentence }) => `${rule}: ${sentence}`)]
}
