import { defineCommand } from '../command/command.ts'
import { connectionFlags } from '../fleet/fleet-flags.ts'
import { realWorld } from '../fleet/real-world.ts'

/** `fitout console`: the server and the bundle of the console stay in chunks of their own. */
export const consoleCommand = defineCommand({
  name: 'console',
  summary: 'Serve the web console on this machine, with the rights of your kubeconfig',
  args: {},
  flags: {
    ...connectionFlags,
    port: { help: 'Port, on this machine only; 0 takes a free one', value: 'number', default: '8484' },
    open: { help: 'Open the console in the browser' },
  },
  examples: ['fitout console', 'fitout console --open', 'fitout console --context mgmt --port 9000'],

  async run({ flags }, io) {
    const { runConsole } = await import('../console/run-console.ts')
    return runConsole(flags, { io, world: realWorld(io) })
  },
})
