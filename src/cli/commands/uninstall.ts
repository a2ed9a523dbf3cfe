import { defineCommand } from '../command/command.ts'
import { installFlags } from '../install/install-flags.ts'

/** `fitout uninstall`: the Kubernetes client stays in a chunk of its own. */
export const uninstallCommand = defineCommand({
  name: 'uninstall',
  summary: 'Show what uninstalling Fitout removes and keeps, or uninstall it',
  args: {},
  flags: {
    yes: { help: 'Uninstall Fitout', short: 'y' },
    'close-gates': { help: 'Delete all Fitouts first, so that the controller closes their gates' },
    crds: { help: 'Remove the CRDs, and with them all Fitouts' },
    timeout: { help: 'How long to wait for the controller', value: 'time', default: '5m' },
    ...installFlags,
  },
  examples: ['fitout uninstall', 'fitout uninstall --yes', 'fitout uninstall --yes --close-gates --crds'],

  async run({ flags }, io) {
    const { realWorld } = await import('../fleet/real-world.ts')
    const { runUninstall } = await import('../install/run-uninstall.ts')
    return runUninstall(flags, { io, world: realWorld(io) })
  },
})
