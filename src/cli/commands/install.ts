import { defineCommand } from '../command/command.ts'
import { installFlags } from '../install/install-flags.ts'

/** `fitout install`: the Kubernetes client stays in a chunk of its own. */
export const installCommand = defineCommand({
  name: 'install',
  summary: 'Install Fitout on a management cluster, or upgrade it, and wait until it runs',
  args: {},
  flags: {
    image: { help: 'Image of the controller (default that of the release)', value: 'reference' },
    namespaces: { help: 'Namespaces of the clusters, comma-separated (default all)', value: 'names' },
    values: { help: 'Values of the chart; - reads standard input', value: 'file', short: 'f', names: 'file' },
    set: { help: 'Values as for helm --set, comma-separated', value: 'values' },
    export: { help: 'Print the manifests without contacting a cluster' },
    'dry-run': { help: 'Show what would change, and write nothing' },
    wait: { help: 'Wait until it runs', value: 'bool', choices: ['true', 'false'], default: 'true' },
    timeout: { help: 'How long to wait', value: 'time', default: '5m' },
    ...installFlags,
  },
  examples: [
    'fitout install',
    'fitout install --set replicas=3,notify=flux --dry-run',
    'fitout install --namespaces team-a,team-b --timeout 10m',
  ],

  async run({ flags }, io) {
    const { realWorld } = await import('../fleet/real-world.ts')
    const { runInstall } = await import('../install/run-install.ts')
    return runInstall(flags, { io, world: realWorld(io) })
  },
})
