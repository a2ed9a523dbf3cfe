import { defineCommand } from '../command/command.ts'
import { connectionFlags } from '../fleet/fleet-flags.ts'

/** `fitout version`: what `--version` says, and the version of the controller if there is one to ask. */
export const versionCommand = defineCommand({
  name: 'version',
  summary: 'Print the versions of command and controller, and whether they are compatible',
  args: {},
  flags: {
    client: { help: 'Do not contact a cluster' },
    output: { help: 'Output format', value: 'form', short: 'o', choices: ['text', 'json'], default: 'text' },
    kubeconfig: connectionFlags.kubeconfig,
    context: connectionFlags.context,
    'request-timeout': connectionFlags['request-timeout'],
  },
  examples: ['fitout version', 'fitout version --client', 'fitout version -o json'],

  async run({ flags }, io) {
    const { realWorld } = await import('../fleet/real-world.ts')
    const { runVersion } = await import('../install/run-version.ts')
    return runVersion({ ...flags, namespace: undefined }, { io, world: realWorld(io) })
  },
})
