import type { Stage } from '../run/stage.ts'
import { nothing } from '../run/tally.ts'

/** The checks themselves, held against bugs that they must find. */
export const plantedStage: Stage = {
  name: 'planted bugs',
  async run({ programs, env }) {
    const command = ['node', 'test/planted/main.ts']
    const { code, output } = await programs.run({ command, env, output: 'keep', niceness: 19 })
    const tally = code === 0 ? { ...nothing, passed: 1 } : { ...nothing, failed: 1 }
    return { tally, output, remarks: output.trimEnd().split('\n').slice(-1) }
  },
}
