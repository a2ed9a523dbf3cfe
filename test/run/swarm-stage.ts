import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Stage, StageResult } from './stage.ts'
import { nothing } from './tally.ts'

/** Thousands of simulated fleets with everything that can go wrong, and every place at which the controller can die. */
export const swarmStage: Stage = {
  name: 'seeds',
  async run({ programs, env, scratch }) {
    const file = join(scratch, 'swarm.json')
    const { code } = await programs.run({
      command: ['node', 'test/swarm/stage/main.ts', file],
      env,
      output: 'show',
      // What runs beside it has time limits, and this has none.
      niceness: 19,
    })
    const report = await readFile(file, 'utf8').catch(() => undefined)
    return judgeSwarm(code, report)
  },
}

/** Brings together what the swarm wrote down and how it ended: either alone can miss a failure. */
export function judgeSwarm(code: number, report: string | undefined): StageResult {
  if (report === undefined) {
    return { tally: { ...nothing, failed: 1 }, remarks: [`the seeds ended with code ${code} and no report`] }
  }
  const { passed, failed, remark } = readSwarm(JSON.parse(report))
  const isBroken = code !== 0 && failed === 0
  return { tally: { ...nothing, passed, failed: isBroken ? 1 : failed }, remarks: [remark] }
}

function readSwarm(value: unknown): {
  readonly passed: number
  readonly failed: number
  readonly remark: string
} {
  const { passed, failed, remark } = Object(value) as Record<string, unknown>
  if (typeof passed === 'number' && typeof failed === 'number' && typeof remark === 'string')
    return { passed, failed, remark }
  throw new Error('cannot read the report of the seeds: it has not the form that it should have')
}
