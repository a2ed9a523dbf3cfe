import { defineCommand } from '../command/command.ts'
import { wayFlags } from '../fleet/fleet-flags.ts'

/** `fitout version`: what `--version` says, and the version of the controller if there is one to ask. */
export const version = defineCommand({
  name: 'version',
  summary: 'Print the version, that of the controller, and whether they fit',
  args: {},
  flags: {
    client: { help: 'Ask no cluster' },
    output: { help: 'Output format', value: 'form', short: 'o', choices: ['text', 'json'], default: 'text' },
    kubeconfig: wayFlags.kubeconfig,
    context: wayFlags.context,
    'request-timeout': wayFlags['request-timeout'],
  },
  examples: ['fitout version', 'fitout version --client', 'fitout version -o json'],

  async run({ flags }, io) {
    const { realWorld } = await import('../fleet/real-world.ts')
    const { runVersion } = await import('../install/run-version.ts')
    return runVersion({ ...flags, namespace: undefined }, { io, world: realWorld(io) })
  },
})
