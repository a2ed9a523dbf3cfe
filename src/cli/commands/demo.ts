import { defineCommand } from '../command/command.ts'

/** `fitout demo`: the simulator and the controller stay in a chunk of their own. */
export const demo = defineCommand({
  name: 'demo',
  summary: 'Show the controller at work on a simulated fleet, with nothing installed',
  args: {},
  flags: {
    clusters: { help: 'Number of clusters, from 3 to 1000', value: 'number', default: '12' },
    seed: { help: 'Random seed', value: 'number', default: '1' },
    speed: { help: 'Virtual seconds per real second, from 1 to 1000', value: 'number', default: '10' },
    plain: { help: 'Print a line for each change; the default without a terminal' },
  },
  examples: ['fitout demo', 'fitout demo --clusters 100', 'fitout demo --plain --speed 1000'],

  async run({ flags }, io) {
    const { processTerminal } = await import('../terminal/process-terminal.ts')
    const { runDemo } = await import('../demo/run-demo.ts')
    return runDemo(flags, { io, terminal: io.isTerminal ? processTerminal() : undefined })
  },
})
