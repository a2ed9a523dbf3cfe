import { Command as FlagReader, Option } from 'commander'
import type { Command, Flag, Flags } from '../command/command.ts'
import { flagsEverywhere, flagsOf } from './flags-everywhere.ts'

/** What was typed, taken apart but not judged: it may name no command, lack arguments or hold nonsense. */
export interface CommandLine {
  readonly verb: string | undefined
  /** The command that `verb` names, if there is one. */
  readonly command: Command | undefined
  /** The words after the verb that are neither flags nor their values. */
  readonly operands: readonly string[]
  /** The known flags that were typed: their value, or `true` where none was given. */
  readonly flags: ReadonlyMap<string, string | true>
  /** The values of the flags that may be given several times. */
  readonly lists: ReadonlyMap<string, readonly (string | true)[]>
  /** The first unknown flag, with all that is attached to it. */
  readonly unknownFlag: string | undefined
}

/** Takes apart any words whatsoever, so that completion can ask what is meant before it is complete. */
export function readCommandLine(words: readonly string[], commands: readonly Command[]): CommandLine {
  const start = readFlags(words, flagsEverywhere)
  const [verb, ...operands] = start.operands
  const command = commands.find(({ name, alias }) => verb !== undefined && (name === verb || alias === verb))
  if (!command)
    return { verb, command, operands, flags: start.flags, lists: new Map(), unknownFlag: start.rest[0] }

  // Behind the verb a flag means what the command says, even one that means something else everywhere.
  const { before, after } = aroundVerb(words)
  const end = readFlags(after, flagsOf(command))
  return {
    verb,
    command,
    operands: end.operands,
    flags: new Map([...readFlags(before, flagsEverywhere).flags, ...end.flags]),
    lists: end.lists,
    unknownFlag: end.rest[0],
  }
}

/** The words before the verb, and those behind it. There must be one. */
function aroundVerb(words: readonly string[]): Record<'before' | 'after', readonly string[]> {
  const isVerb = (_: string, index: number) =>
    readFlags(words.slice(0, index + 1), flagsEverywhere).operands.length > 0
  const verb = words.findIndex(isVerb)
  const before = words.slice(0, verb)
  return { before, after: [...before.filter(word => word === '--'), ...words.slice(verb + 1)] }
}

interface FlagReading {
  readonly flags: ReadonlyMap<string, string | true>
  readonly lists: ReadonlyMap<string, readonly (string | true)[]>
  readonly operands: readonly string[]
  /** Everything from the first unknown flag on, for whoever knows more flags. */
  readonly rest: readonly string[]
}

function readFlags(words: readonly string[], known: Flags): FlagReading {
  const reader = new FlagReader()
  const flags = new Map<string, string | true>()
  const lists = new Map<string, (string | true)[]>()
  for (const [name, flag] of Object.entries(known)) {
    reader.addOption(new Option(spelling(name, flag)))
    reader.on(`option:${name}`, (value?: string | null) => {
      flags.set(name, value ?? true)
      if (flag.many) lists.set(name, [...(lists.get(name) ?? []), value ?? true])
    })
  }
  const { operands, unknown } = reader.parseOptions([...words])
  return { flags, lists, operands, rest: unknown }
}

// Values are optional to commander, so that it neither throws nor takes the next flag for a value.
function spelling(name: string, { short, value }: Flag): string {
  return `${short ? `-${short}, ` : ''}--${name}${value ? ` [${value}]` : ''}`
}
