import type { Command, Flags } from '../command/command.ts'

/** Flags that every command takes, and that may also stand before the verb. */
export const flagsEverywhere = {
  color: {
    help: 'Colour on standard error',
    value: 'when',
    choices: ['auto', 'always', 'never'],
    default: 'auto',
  },
  'no-input': { help: 'Never prompt; fail where confirmation is needed' },
  verbose: { help: 'Log each request to a cluster on standard error', short: 'v' },
  help: { help: 'Show help for the command', short: 'h' },
  version: { help: 'Print the version' },
} as const satisfies Flags

/** All flags that may be typed with `command`, its own first. Without a command: before the verb. */
export function flagsOf(command: Command | undefined): Flags {
  const own = command?.flags ?? {}
  // A command may give a name a meaning of its own: `fitout pack flux --version 2.9.4`.
  return { ...own, ...flagsEverywhere, ...own }
}
