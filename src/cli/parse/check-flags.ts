import { nearest } from '../../domain/text/nearest.ts'
import type { Command, Flag, Input } from '../command/command.ts'
import { flagsOf } from './flags-everywhere.ts'
import type { CommandLine } from './read-command-line.ts'
import { likelyChoice } from './likely-choice.ts'
import { UsageError } from './usage-error.ts'
import { choose, quote, typed } from './wording.ts'

/** Returns the value of every flag that `command` knows, or throws a UsageError for a value that does not fit. */
export function checkFlags({ command, flags, lists }: CommandLine): Input['flags'] {
  const values = Object.entries(flagsOf(command)).map(([name, flag]) => {
    if (flag.many) {
      const given = lists.get(name) ?? []
      return [name, given.flatMap(one => checkValue({ name, flag, given: one, command }) ?? [])] as const
    }
    const given = flags.get(name)
    const value = flag.value === undefined ? given === true : checkValue({ name, flag, given, command })
    return [name, value] as const
  })
  return Object.fromEntries(values)
}

interface Given {
  readonly name: string
  readonly flag: Extract<Flag, { value: string }>
  readonly given: string | true | undefined
  readonly command: Command | undefined
}

function checkValue({ name, flag, given, command }: Given): string | undefined {
  const { choices } = flag
  if (given === undefined) return flag.default
  if (given === true) {
    const message = `flag "--${name}" needs a value${choose(choices)}`
    throw new UsageError('MISSING_VALUE', message, `${typed(command)} --help`)
  }
  if (!choices || choices.includes(given)) return given

  const near = likelyChoice(given, choices)
  const message = `unknown value ${quote(given)} of flag "--${name}"${choose(choices)}`
  throw new UsageError('UNKNOWN_CHOICE', message, `${typed(command)} --${near ? `${name} ${near}` : 'help'}`)
}

/** Returns the error for a flag that `command` does not know, or that is a switch and was given a value. */
export function unknownFlagError(word: string, command: Command | undefined): UsageError {
  const [flag = ''] = word.split('=', 1)
  const near = nearest(flag.replace(/^-+/, ''), Object.keys(flagsOf(command)))
  const hint = `${typed(command)} --${near ?? 'help'}`
  if (flag === `--${near}`) return new UsageError('UNEXPECTED_VALUE', `flag "${flag}" takes no value`, hint)
  return new UsageError('UNKNOWN_FLAG', `unknown flag ${quote(flag)}`, hint)
}
