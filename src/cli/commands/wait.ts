import { defineCommand } from '../command/command.ts'
import { scopeFlags, connectionFlags } from '../fleet/fleet-flags.ts'

/** `fitout wait`: the Kubernetes client stays in a chunk of its own. */
export const waitCommand = defineCommand({
  name: 'wait',
  summary: 'Wait until clusters are ready, and print each change once',
  args: {
    clusters: {
      help: 'Clusters, as name or namespace/name; - reads standard input',
      arity: 'rest',
      names: 'cluster',
    },
  },
  flags: {
    for: { help: 'What to wait for: ready, gone, or step=<name>', value: 'goal', default: 'ready' },
    timeout: { help: 'How long to wait', value: 'time', default: '30m' },
    'fail-fast': { help: 'Fail as soon as one is Failed or Stuck' },
    ...scopeFlags,
    output: {
      help: 'Output format; json at the end',
      value: 'form',
      short: 'o',
      choices: ['text', 'json'],
      default: 'text',
    },
    ...connectionFlags,
  },
  examples: [
    'fitout wait prod/search-us --timeout 30m',
    'fitout wait prod/blue prod/green --for step=flux --fail-fast',
    'fitout wait -l env=prod -n prod -o json',
  ],

  async run({ args, flags }, io) {
    const { realWorld } = await import('../fleet/real-world.ts')
    const { runWait } = await import('../status/run-wait.ts')
    return runWait({ clusters: args.clusters, flags }, { io, world: realWorld(io) })
  },
})
