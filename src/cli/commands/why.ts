import { defineCommand } from '../command/command.ts'
import { snapshotFlag, connectionFlags } from '../fleet/fleet-flags.ts'

/** `fitout why`: the explainer and the Kubernetes client stay in chunks of their own. */
export const why = defineCommand({
  name: 'why',
  summary: 'Show why a cluster is not ready: the cause, the evidence, and what to do',
  args: {
    cluster: { help: 'The cluster, as name or namespace/name', names: 'cluster' },
    step: { help: 'The step (default: the one that the cause is about)', arity: 'optional', names: 'step' },
  },
  flags: {
    output: {
      help: 'Output format',
      value: 'form',
      short: 'o',
      choices: ['text', 'json', 'yaml'],
      default: 'text',
    },
    ...snapshotFlag,
    ...connectionFlags,
  },
  examples: [
    'fitout why prod/payments-eu',
    'fitout why prod/payments-eu karpenter -o json',
    'fitout why payments-eu -n prod',
  ],

  async run({ args, flags }, io) {
    const { realWorld } = await import('../fleet/real-world.ts')
    const { runWhy } = await import('../why/run-why.ts')
    return runWhy({ cluster: args.cluster, step: args.step, flags }, { io, world: realWorld(io) })
  },
})
