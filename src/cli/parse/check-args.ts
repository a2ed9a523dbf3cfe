import type { Arg, Command, Input } from '../command/command.ts'
import { likelyChoice } from './likely-choice.ts'
import { UsageError } from './usage-error.ts'
import { choose, quote, typed } from './wording.ts'

/** Gives every operand the name of its argument, or throws a UsageError if one is missing, wrong or too many. */
export function checkArgs(operands: readonly string[], command: Command): Input['args'] {
  const definitions = Object.entries(command.args)
  const takesRest = definitions.some(([, arg]) => arg.arity === 'rest')
  const excess = takesRest ? undefined : operands[definitions.length]
  if (excess !== undefined) {
    const message = `unexpected argument ${quote(excess)}`
    throw new UsageError('UNEXPECTED_ARGUMENT', message, `${typed(command)} --help`)
  }

  const values = definitions.map(([name, arg], index) => {
    const given = arg.arity === 'rest' ? operands.slice(index) : operands.slice(index, index + 1)
    if (given.length === 0 && arg.arity === undefined) throw missing(name, arg, command)
    for (const word of given) checkChoice({ name, arg, word, command })
    return [name, arg.arity === 'rest' ? given : given[0]] as const
  })
  return Object.fromEntries(values)
}

function missing(name: string, arg: Arg, command: Command): UsageError {
  const message = `missing argument "${name}"${choose(arg.choices)}`
  return new UsageError('MISSING_ARGUMENT', message, `${typed(command)} --help`)
}

interface Given {
  readonly name: string
  readonly arg: Arg
  readonly word: string
  readonly command: Command
}

function checkChoice({ name, arg: { choices }, word, command }: Given): void {
  if (!choices || choices.includes(word)) return
  const message = `unknown ${name} ${quote(word)}${choose(choices)}`
  throw new UsageError(
    'UNKNOWN_CHOICE',
    message,
    `${typed(command)} ${likelyChoice(word, choices) ?? '--help'}`,
  )
}
