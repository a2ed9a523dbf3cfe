import { defineCommand } from '../command/command.ts'
import { connectionFlags } from '../fleet/fleet-flags.ts'

/** `fitout refresh`: the Kubernetes client stays in a chunk of its own. */
export const refreshCommand = defineCommand({
  name: 'refresh',
  summary: 'Read a cluster again now, and make Flux on it reconcile',
  args: {
    cluster: { help: 'The cluster, as name or namespace/name', names: 'cluster' },
    step: {
      help: 'The step whose objects Flux reconciles (default all)',
      arity: 'optional',
      names: 'step',
    },
  },
  flags: {
    timeout: { help: 'How long to wait for the controller', value: 'time', default: '1m' },
    ...connectionFlags,
  },
  examples: [
    'fitout refresh prod/payments-eu',
    'fitout refresh prod/payments-eu karpenter',
    'fitout refresh payments-eu -n prod --timeout 10s',
  ],

  async run({ args, flags }, io) {
    const { realWorld } = await import('../fleet/real-world.ts')
    const { runRefresh } = await import('../refresh-and-retry/run-refresh.ts')
    return runRefresh({ cluster: args.cluster, step: args.step, flags }, { io, world: realWorld(io) })
  },
})
