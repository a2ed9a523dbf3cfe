import { readRecipe, replayCommand } from '../recipe.ts'
import { runSeed } from '../run-seed.ts'
import { tellStory } from './tell-story.ts'

const recipe = readRecipe(process.env)
say(`${replayCommand(recipe)}\nfaults: ${recipe.faults.join(', ')}\ntroubles: ${recipe.troubles.join(', ')}`)
const { problems, ...report } = await runSeed(recipe, { onScene: scene => tellStory(scene, say), tell: say })
say(`gates ${report.gates}, writes ${report.writes}, virtual time ${report.virtualMs} ms`)
say(`longest lies ${JSON.stringify(report.longestLies)}, delays ${report.delays.join(', ')} ms`)
for (const problem of problems) say(problem)
say(problems.length === 0 ? 'nothing was wrong' : `problems ${problems.length}`)
process.exitCode = problems.length === 0 ? 0 : 1

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
