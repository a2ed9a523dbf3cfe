import type { Site, Stage, StageResult } from './stage.ts'
import { closingLine, nothing, sum, type Tally } from './tally.ts'

/** Stages one after the other. Those in a list of their own run at the same time. */
export type InOrder = readonly (Stage | AtOnce)[]

/** Stages at the same time: one that mostly waits leaves the machine to one that computes. */
type AtOnce = readonly (Stage | InOrder)[]

/** Runs every stage, whatever became of the one before it, and returns the exit code. The closing line is the last one said. */
export async function runStages(stages: InOrder, site: Site): Promise<0 | 1> {
  const results = await runInOrder(stages, site)
  for (const remark of results.flatMap(({ remarks = [] }) => remarks)) site.say(remark)

  const total = sum(results.map(({ tally }) => tally))
  site.say(
    closingLine(
      total,
      results.flatMap(({ skips = [] }) => skips),
    ),
  )
  return total.failed > 0 || total.passed === 0 ? 1 : 0
}

async function runInOrder(stages: InOrder, site: Site): Promise<readonly StageResult[]> {
  const results: StageResult[] = []
  for (const next of stages)
    results.push(...('run' in next ? [await runStage(next, site)] : await runAtOnce(next, site)))
  return results
}

async function runAtOnce(stages: AtOnce, site: Site): Promise<readonly StageResult[]> {
  const results = stages.map(async next =>
    'run' in next ? [await runStage(next, site)] : runInOrder(next, site),
  )
  return (await Promise.all(results)).flat()
}

async function runStage(stage: Stage, site: Site): Promise<StageResult> {
  const start = performance.now()
  const result = await attempt(stage, site)
  site.say(stageLine(stage.name, result.tally, (performance.now() - start) / 1000))
  if (result.tally.failed > 0 && result.output) site.say(result.output.trimEnd())
  return result
}

async function attempt(stage: Stage, site: Site): Promise<StageResult> {
  try {
    return await stage.run(site)
  } catch (error) {
    return {
      tally: { ...nothing, failed: 1 },
      output: error instanceof Error ? error.message : String(error),
    }
  }
}

function stageLine(name: string, tally: Tally, seconds: number): string {
  return `${word(tally).padEnd(9)}${name.padEnd(28)}${seconds.toFixed(1).padStart(6)} s`
}

function word({ passed, failed }: Tally): string {
  if (failed > 0) return 'FAILED'
  return passed > 0 ? 'ok' : 'skipped'
}
