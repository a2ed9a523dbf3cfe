import { defineCommand } from '../command/command.ts'
import { connectionFlags, scopeFlags } from '../fleet/fleet-flags.ts'

/** `fitout adopt`: what it needs stays in chunks of its own. */
export const adoptCommand = defineCommand({
  name: 'adopt',
  summary: 'Show what it takes to adopt a running cluster, and write it into the fleet repository',
  args: {
    clusters: { help: 'Clusters to look at', arity: 'rest', names: 'cluster' },
  },
  flags: {
    write: { help: 'Write the changes into the repository; without it, only show them' },
    undo: { help: 'Take back what --write did, as long as it is not merged' },
    check: { help: 'Exit with 1 unless every cluster is safe to adopt' },
    charts: { help: 'A folder with the charts, instead of pulling them', value: 'folder', names: 'file' },
    'workload-kubeconfig': {
      help: 'Kubeconfig of the workload cluster, instead of the Secret beside the Cluster',
      value: 'file',
      names: 'file',
    },
    'workload-context': { help: 'Its context', value: 'name', names: 'context' },
    output: {
      help: 'Output format (default: text for one cluster, else table)',
      value: 'form',
      short: 'o',
      choices: ['text', 'table', 'md', 'patch', 'json', 'yaml'],
    },
    ...scopeFlags,
    ...connectionFlags,
  },
  examples: ['fitout adopt dev/blue', 'fitout adopt dev/blue --write', 'fitout adopt -A -o md'],

  async run({ args, flags }, io) {
    const { realWorld } = await import('../fleet/real-world.ts')
    const { runAdopt } = await import('../adopt/run-adopt.ts')
    return runAdopt({ names: args.clusters, flags }, { io, world: realWorld(io) })
  },
})
