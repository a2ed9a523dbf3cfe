import { nearest } from '../../domain/text/nearest.ts'
import type { Command, Input } from '../command/command.ts'
import { checkArgs } from './check-args.ts'
import { checkFlags, unknownFlagError } from './check-flags.ts'
import type { CommandLine } from './read-command-line.ts'
import { UsageError } from './usage-error.ts'
import { quote, typed } from './wording.ts'

/** What the user asks for. */
export type Request =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'version' }
  | { readonly kind: 'help'; readonly about: Command | undefined }
  | { readonly kind: 'run'; readonly command: Command; readonly input: Input }

/** Judges a command line: returns what it asks for, or throws a UsageError for the first thing to put right. */
export function understand(line: CommandLine, commands: readonly Command[]): Request {
  const { verb, command, operands, unknownFlag } = line
  // Flags before the verb: in `fitout --color completion`, the verb went astray because of the flag.
  const flags = checkFlags(line)
  if (verb !== undefined && !command) throw unknownCommand(verb, commands)
  // Help before the rest: who asks for it may well have the rest wrong.
  if (flags['help'] === true) return { kind: 'help', about: command }
  if (flags['version'] === true) return { kind: 'version' }
  if (unknownFlag !== undefined) throw unknownFlagError(unknownFlag, command)
  if (!command) return { kind: 'nothing' }
  return { kind: 'run', command, input: { args: checkArgs(operands, command), flags } }
}

function unknownCommand(verb: string, commands: readonly Command[]): UsageError {
  const names = commands.map(({ name }) => name)
  const near = commands.find(({ name }) => name === nearest(verb, names))
  const needsArgs = Object.values(near?.args ?? {}).some(({ arity }) => arity === undefined)
  const hint = [typed(near), ...(near && !needsArgs ? [] : ['--help'])].join(' ')
  return new UsageError('UNKNOWN_COMMAND', `unknown command ${quote(verb)}`, hint)
}
