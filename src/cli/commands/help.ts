import { type Command, defineCommand } from '../command/command.ts'
import { helpText } from './help-text.ts'

/** Makes `fitout help`, which says the same as `--help`, about `others` and about itself. */
export function helpCommand(others: readonly Command[]): Command {
  const help = defineCommand({
    name: 'help',
    summary: 'Explain a command, or list them all',
    args: {
      command: {
        help: 'Command to explain',
        choices: [...others.map(({ name }) => name), 'help'],
        arity: 'optional',
      },
    },
    flags: {},
    examples: ['fitout help', 'fitout help completion', 'fitout completion --help'],

    async run({ args }, io) {
      const commands = [...others, help]
      io.write(
        helpText(
          commands.find(({ name }) => name === args.command),
          commands,
        ),
      )
      return 0
    },
  })
  return help
}
