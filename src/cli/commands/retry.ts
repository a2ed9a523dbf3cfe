import { defineCommand } from '../command/command.ts'
import { connectionFlags } from '../fleet/fleet-flags.ts'

/** `fitout retry`: the Kubernetes client stays in a chunk of its own. */
export const retryCommand = defineCommand({
  name: 'retry',
  summary: 'Make Cluster API deliver a step again; shows the changes, and asks first',
  args: {
    cluster: { help: 'The cluster, as name or namespace/name', names: 'cluster' },
    step: { help: 'The step', names: 'step' },
  },
  flags: { yes: { help: 'Do not ask for confirmation', short: 'y' }, ...connectionFlags },
  examples: [
    'fitout retry prod/payments-eu cni',
    'fitout retry payments-eu flux -n prod',
    'fitout retry prod/payments-eu flux --context mgmt --yes',
  ],

  async run({ args, flags }, io) {
    const { realWorld } = await import('../fleet/real-world.ts')
    const { runRetry } = await import('../refresh-and-retry/run-retry.ts')
    return runRetry({ cluster: args.cluster, step: args.step, flags }, { io, world: realWorld(io) })
  },
})
