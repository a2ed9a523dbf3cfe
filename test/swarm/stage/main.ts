import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { allCrashPoints } from '../crash/run-crash.ts'
import { recipeOf, replayCommand } from '../recipe.ts'
import type { SeedReport } from '../run-seed.ts'
import { seedsOf } from '../seeds.ts'
import type { Job } from './job.ts'
import { runJobs } from './pool.ts'
import { Summary } from './summary.ts'

const PROGRESS_MS = 30_000
const SHRINK_MS = 60_000
/** Whoever sees more than these at once looks at the first. */
const SHRUNK = 3

const [reportFile] = process.argv.slice(2)
const { seeds, clusters, isOver } = seedsOf(process.env, () => performance.now())
const points = await allCrashPoints()
const summary = new Summary()
const start = performance.now()
let seedsStart = start
let toldAt = start

await runJobs(jobs(), result => {
  summary.add(result)
  if (performance.now() - toldAt < PROGRESS_MS) return
  toldAt = performance.now()
  say(`seeds, after ${secondsIn(toldAt - start)}: ${summary.seeds} seeds, ${summary.crashes} crash points`)
})
const lines = [timesOf(performance.now()), ...summary.lines()]
for (const line of lines) say(line)
for (const problem of summary.crashProblems) say(problem)
await tellFailed(summary.failed)
if (reportFile !== undefined) writeFileSync(reportFile, JSON.stringify(tallyOf(summary)))
process.exitCode = summary.isClean ? 0 : 1

function* jobs(): Generator<Job, void> {
  for (const point of points) yield { kind: 'crash', point }
  seedsStart = performance.now()
  for (const seed of seeds) {
    if (isOver()) return
    yield { kind: 'seed', recipe: recipeOf(seed, { clusters }) }
  }
}

function timesOf(end: number): string {
  const crashes = `${summary.crashes} crash points took ${secondsIn(seedsStart - start)}`
  const processors = `on ${availableParallelism()} processors`
  return `${crashes}, and ${summary.seeds} seeds on ${clusters} clusters each ${secondsIn(end - seedsStart)}, ${processors}`
}

function secondsIn(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(0)} s`
}

/** Shrinks the first that failed, and says how to run each again. */
async function tellFailed(failed: readonly SeedReport[]): Promise<void> {
  const shrinking = failed
    .slice(0, SHRUNK)
    .map(({ recipe }) => ({ kind: 'shrink', recipe, withinMs: SHRINK_MS }) as const)
  await runJobs(shrinking.values(), result => {
    if (result.kind !== 'shrink') return
    say([replayCommand(result.recipe), ...result.problems.slice(0, 5)].join('\n  '))
  })
  for (const { recipe, problems } of failed.slice(SHRUNK)) say(`${replayCommand(recipe)}\n  ${problems[0]}`)
}

function tallyOf({ failed, crashProblems }: Summary) {
  const outcomes = [failed.length === 0, crashProblems.length === 0]
  return {
    passed: outcomes.filter(Boolean).length,
    failed: outcomes.filter(isGood => !isGood).length,
    remark: lines.join('\n'),
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
