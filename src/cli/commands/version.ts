import { defineCommand } from '../command/command.ts'
import { version as number } from '../command/version.ts'

/** `fitout version`: what `--version` says, for those who type it as with kubectl. */
export const versionCommand = defineCommand({
  name: 'version',
  summary: 'Print the version',
  args: {},
  flags: {
    output: { help: 'Output format', value: 'form', short: 'o', choices: ['text', 'json'], default: 'text' },
  },
  examples: ['fitout version', 'fitout version -o json', 'fitout --version'],

  async run({ flags }, io) {
    const { jsonDocument } = await import('../io/json-document.ts')
    io.write(flags.output === 'json' ? jsonDocument('Version', { version: number }) : `fitout ${number}\n`)
    return 0
  },
})
