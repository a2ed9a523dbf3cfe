import type { Arg, Command, ValueFlag } from '../command/command.ts'
import { flagsOf } from '../parse/flags-everywhere.ts'
import { readCommandLine } from '../parse/read-command-line.ts'

/** A word that may stand at the cursor, and what it is for. */
export interface CompletionCandidate {
  readonly word: string
  readonly help?: string
}

/** Returns what may stand at the cursor: `words` are those after `fitout` up to it, the last one may be empty. */
export function complete(
  words: readonly string[],
  commands: readonly Command[],
): readonly CompletionCandidate[] {
  const current = words.at(-1) ?? ''
  return candidates(words.slice(0, -1), current, commands).filter(({ word }) => word.startsWith(current))
}

/** A name that may stand at the cursor and that no command knows. */
export interface WantedName {
  readonly kind: NonNullable<Arg['names'] | ValueFlag['names']>
  /** What is typed of it so far. */
  readonly current: string
  /** What stands before it in the same word: `--context=`. */
  readonly prefix: string
  /** The words of the command before it: the cluster, where a step is wanted. */
  readonly operands: readonly string[]
  readonly flags: ReadonlyMap<string, string | true>
}

/** Says whether a name is awaited at the cursor that only the fleet, the kubeconfig or the disk knows. */
export function wantedName(words: readonly string[], commands: readonly Command[]): WantedName | undefined {
  const [before, current] = [words.slice(0, -1), words.at(-1) ?? '']
  const { command, operands, flags } = readCommandLine(before, commands)
  const mayBeFlag = !before.includes('--')
  const [, prefix = '', value = ''] = (mayBeFlag && /^(--[^=]+=)(.*)$/s.exec(current)) || []
  const flag = mayBeFlag ? valueFlag(prefix === '' ? before.at(-1) : prefix.slice(0, -1), command) : undefined
  if (!flag && mayBeFlag && current.startsWith('-')) return undefined
  const kind = flag ? flag.names : argAt(operands.length, command)?.names
  if (kind === undefined) return undefined
  return { kind, current: prefix === '' ? current : value, prefix, operands, flags }
}

function candidates(
  before: readonly string[],
  current: string,
  commands: readonly Command[],
): readonly CompletionCandidate[] {
  const { verb, command, operands } = readCommandLine(before, commands)
  const mayBeFlag = !before.includes('--')
  const awaited = mayBeFlag ? choicesOfFlag(before.at(-1), command) : undefined
  if (awaited) return awaited.map(word => ({ word }))
  if (mayBeFlag && current.startsWith('-')) return flagCandidates(current, command)
  if (verb === undefined) return commands.map(({ name, summary }) => ({ word: name, help: summary }))
  return choicesOfArg(operands.length, command).map(word => ({ word }))
}

/** The values that may follow the flag `word`, or undefined when it is no flag or takes none. */
function choicesOfFlag(
  word: string | undefined,
  command: Command | undefined,
): readonly string[] | undefined {
  const flag = valueFlag(word, command)
  return flag && (flag.choices ?? [])
}

/** The flag that `word` is, if it takes a value. */
function valueFlag(word: string | undefined, command: Command | undefined): ValueFlag | undefined {
  const found = Object.entries(flagsOf(command)).find(
    ([name, { short }]) => word === `--${name}` || (short !== undefined && word === `-${short}`),
  )
  return found?.[1].value === undefined ? undefined : found[1]
}

function flagCandidates(current: string, command: Command | undefined): readonly CompletionCandidate[] {
  if (!current.includes('=')) {
    return Object.entries(flagsOf(command)).map(([name, { help }]) => ({ word: `--${name}`, help }))
  }
  const [flag] = current.split('=', 1)
  const choices = choicesOfFlag(flag, command) ?? []
  return choices.map(choice => ({ word: `${flag}=${choice}` }))
}

function choicesOfArg(index: number, command: Command | undefined): readonly string[] {
  return argAt(index, command)?.choices ?? []
}

function argAt(index: number, command: Command | undefined): Arg | undefined {
  const args: readonly Arg[] = Object.values(command?.args ?? {})
  const last = args.at(-1)
  return args[index] ?? (last?.arity === 'rest' ? last : undefined)
}
