import { defineCommand } from '../../src/cli/command/command.ts'

/** For tests: a command that has one of everything, and prints what it was run with. */
export const sampleCommand = defineCommand({
  name: 'ship',
  summary: 'Ship parcels to a port',
  args: {
    name: 'Name of the ship',
    port: { help: 'Port to sail to', choices: ['oslo', 'riga'], arity: 'optional' },
    parcels: { help: 'Parcels to load', choices: ['tea', 'rum'], arity: 'rest' },
  },
  flags: {
    speed: {
      help: 'How fast to sail',
      short: 's',
      value: 'knots',
      choices: ['slow', 'fast'],
      default: 'slow',
    },
    log: { help: 'File to write the log to', value: 'file' },
    'no-flag': { help: 'Show no flag', short: 'n' },
  },
  examples: ['fitout ship bounty', 'fitout ship bounty oslo tea', 'fitout ship bounty --speed fast'],

  async run(input, io) {
    io.write(`${JSON.stringify(input)}\n`)
    return 0
  },
})
