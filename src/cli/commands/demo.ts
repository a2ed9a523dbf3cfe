import { defineCommand } from '../command/command.ts'

/** `fitout demo`: the simulator and the controller stay in a chunk of their own. */
export const demo = defineCommand({
  name: 'demo',
  summary: 'Show the controller at work on a simulated fleet, with nothing installed',
  args: {},
  flags: {
    clusters: { help: 'Number of clusters, from 3 to 1000 (default 12, with --web 1000)', value: 'number' },
    seed: { help: 'Random seed', value: 'number', default: '1' },
    speed: { help: 'Virtual seconds per real second, from 1 to 1000', value: 'number', default: '10' },
    web: { help: 'Serve the web console on the simulated fleet' },
    port: {
      help: 'Port of --web, on this machine only; 0 takes a free one',
      value: 'number',
      default: '8484',
    },
    open: { help: 'With --web: open the console in the browser' },
    plain: { help: 'Print a line for each change; the default without a terminal' },
  },
  examples: ['fitout demo', 'fitout demo --web', 'fitout demo --plain --speed 1000'],

  async run({ flags }, io) {
    if (flags.web) {
      const { runDemoConsole } = await import('../console/run-demo-console.ts')
      return runDemoConsole(flags, io)
    }
    const { processTerminal } = await import('../terminal/process-terminal.ts')
    const { runDemo } = await import('../demo/run-demo.ts')
    return runDemo(flags, { io, terminal: io.isTerminal ? processTerminal() : undefined })
  },
})
