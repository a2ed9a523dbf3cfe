import { defineCommand } from '../command/command.ts'
import { scopeFlags, snapshotFlag, connectionFlags } from '../fleet/fleet-flags.ts'

/** `fitout status`: the Kubernetes client is loaded only if no file is asked. */
export const status = defineCommand({
  name: 'status',
  summary: 'Show the state of the clusters of a fleet, and its causes',
  args: {
    clusters: {
      help: 'Clusters, as name or namespace/name; - reads standard input',
      arity: 'rest',
      names: 'cluster',
    },
  },
  flags: {
    query: { help: 'Clusters to show, such as "is:held env=prod"', value: 'words', short: 'q' },
    ...scopeFlags,
    output: {
      help: 'Output format',
      value: 'form',
      short: 'o',
      choices: ['table', 'wide', 'json', 'yaml', 'name', 'md'],
      default: 'table',
    },
    watch: { help: 'Keep watching, and show changes', short: 'w' },
    ...snapshotFlag,
    ...connectionFlags,
  },
  examples: ['fitout status', 'fitout status -q is:held -o wide', 'fitout status -l env=prod -o md'],

  async run({ args, flags }, io) {
    const { realWorld } = await import('../fleet/real-world.ts')
    const { runStatus } = await import('../status/run-status.ts')
    return runStatus({ clusters: args.clusters, flags }, { io, world: realWorld(io) })
  },
})
