import { defineCommand } from '../command/command.ts'
import { scopeFlags, connectionFlags } from '../fleet/fleet-flags.ts'

/** `fitout snapshot`: the Kubernetes client stays in a chunk of its own. */
export const snapshot = defineCommand({
  name: 'snapshot',
  summary: 'Write a snapshot of the fleet, without secrets, for other commands and for CI',
  args: {},
  flags: { ...scopeFlags, ...connectionFlags },
  examples: [
    'fitout snapshot > fleet.json',
    'fitout snapshot -n prod -l env=prod > fleet.json',
    'fitout snapshot --context mgmt | gzip > fleet.json.gz',
  ],

  async run({ flags }, io) {
    const { realWorld } = await import('../fleet/real-world.ts')
    const { runSnapshot } = await import('../status/run-snapshot.ts')
    return runSnapshot(flags, { io, world: realWorld(io) })
  },
})
