import type { Ended, Order } from './programs.ts'
import type { Runner, Site, Stage, StageResult } from './stage.ts'
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
  const meter = new Meter(site.programs)
  const result = await attempt(stage, { ...site, programs: meter })
  const seconds = (performance.now() - start) / 1000
  site.say(stageLine(stage.name, result.tally, { seconds, cpuSeconds: meter.cpuSeconds }))
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

interface Cost {
  readonly seconds: number
  readonly cpuSeconds: number
}

/** Runs the programs of one stage, and adds up what they took of the processors. */
class Meter implements Runner {
  cpuSeconds = 0
  readonly #programs: Runner

  constructor(programs: Runner) {
    this.#programs = programs
  }

  async run(order: Order): Promise<Ended> {
    const ended = await this.#programs.run(order)
    this.cpuSeconds += ended.cpuSeconds ?? 0
    return ended
  }
}

function stageLine(name: string, tally: Tally, { seconds, cpuSeconds }: Cost): string {
  const cpu = cpuSeconds === 0 ? '' : `, CPU ${cpuSeconds.toFixed(1).padStart(6)} s`
  return `${word(tally).padEnd(9)}${name.padEnd(32)}${seconds.toFixed(1).padStart(6)} s${cpu}`
}

function word({ passed, failed }: Tally): string {
  if (failed > 0) return 'FAILED'
  return passed > 0 ? 'ok' : 'skipped'
}
