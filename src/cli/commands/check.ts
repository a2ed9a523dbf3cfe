import { defineCommand } from '../command/command.ts'
import { installFlags } from '../install/install-flags.ts'

/** `fitout check`: the Kubernetes client stays in a chunk of its own. */
export const checkCommand = defineCommand({
  name: 'check',
  summary: 'Check an installation of Fitout, and show how to fix problems',
  args: {},
  flags: {
    output: { help: 'Output format', value: 'form', short: 'o', choices: ['text', 'json'], default: 'text' },
    ...installFlags,
  },
  examples: ['fitout check', 'fitout check --context mgmt', 'fitout check -o json'],

  async run({ flags }, io) {
    const { realWorld } = await import('../fleet/real-world.ts')
    const { runCheck } = await import('../install/run-check.ts')
    return runCheck(flags, { io, world: realWorld(io) })
  },
})
