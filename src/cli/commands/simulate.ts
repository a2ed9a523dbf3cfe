import { defineCommand } from '../command/command.ts'

/** `fitout simulate`: the simulator and the whole controller stay in a chunk of their own. */
export const simulate = defineCommand({
  name: 'simulate',
  summary: 'Run Fitouts and packs on simulated clusters, and show what would be stuck and why',
  args: {
    sources: {
      help: 'Files, folders, or - for standard input: Fitouts, packs, Clusters',
      arity: 'rest',
      names: 'file',
    },
  },
  flags: {
    // No value of its own, so that it may stand before each of several sources.
    file: { help: 'Precedes a source, as in kubectl; optional', short: 'f' },
    clusters: { help: 'Clusters of each Fitout (default yours, or 3 samples)', value: 'number' },
    values: {
      help: 'Values for hand-overs without a Secret, as YAML or JSON',
      value: 'file',
      names: 'file',
    },
    kubernetes: { help: 'Version of the clusters (default their own, or v1.35.4)', value: 'version' },
    snapshot: {
      help: 'Simulate the fleet of a file of `fitout snapshot`: steps, gates, versions',
      value: 'file',
      names: 'file',
    },
    upgrade: {
      help: 'Versions to try, such as kubernetes=1.37,flux=2.9.4: which clusters stop where',
      value: 'versions',
    },
    seed: { help: 'Random seed', value: 'number', default: '1' },
    faults: {
      help: 'Faults to inject in the first minutes',
      value: 'level',
      choices: ['none', 'some', 'many'],
      default: 'none',
    },
    namespace: { help: 'Namespace of objects without one', value: 'name', short: 'n', default: 'default' },
    output: {
      help: 'Output format',
      value: 'form',
      short: 'o',
      choices: ['table', 'json', 'yaml', 'md'],
      default: 'table',
    },
  },
  examples: [
    'fitout simulate -f fleet',
    'fitout simulate -f fleet -f packs --clusters 20 --values outputs.yaml',
    'fitout simulate -f fleet --upgrade kubernetes=1.36',
  ],

  async run({ args, flags }, io) {
    const { runSimulate } = await import('../simulate/run-simulate.ts')
    return runSimulate({ sources: args.sources, flags }, io)
  },
})
