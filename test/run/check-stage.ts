import type { Check } from './checks.ts'
import type { Stage } from './stage.ts'
import { nothing } from './tally.ts'

/** Counts one check as one test. */
export function checkStage({ name, command }: Check): Stage {
  return {
    name,
    async run({ programs, env }) {
      const { code, output } = await programs.run({ command, env, output: 'keep' })
      return { tally: code === 0 ? { ...nothing, passed: 1 } : { ...nothing, failed: 1 }, output }
    },
  }
}
