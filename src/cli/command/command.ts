import type { ExitCode } from './exit-code.ts'
import type { Io } from '../io/io.ts'

/** A word after the verb. Without `arity` it must be there; only the last one may be `rest`. */
export interface Arg {
  readonly help: string
  readonly choices?: readonly string[]
  readonly arity?: 'optional' | 'rest'
  /** What it names, for completion. */
  readonly names?: 'cluster' | 'step' | 'pack' | 'file' | 'add-on'
}

interface Switch {
  readonly help: string
  readonly short?: string
  readonly value?: never
  readonly many?: never
}

/** A flag with a value. `value` is what help calls it, as in `--out <file>`. */
export interface ValueFlag {
  readonly help: string
  readonly short?: string
  readonly value: string
  readonly choices?: readonly string[]
  readonly default?: string
  /** Whether it may be given several times; its value is then a list, in the order in which it was typed. */
  readonly many?: true
  /** What it names, for completion. */
  readonly names?: 'context' | 'file' | 'environment'
}

export type Flag = Switch | ValueFlag

/** Flags by the name that the user types, without the dashes. */
export type Flags = Readonly<Record<string, Flag>>

/** Args by name, in the order in which they are typed. */
type Args = Readonly<Record<string, string | Arg>>

/** What a command runs with. Whatever is in here has passed the checks of its definition. */
export interface Input {
  readonly args: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly flags: Readonly<Record<string, string | boolean | readonly string[] | undefined>>
}

interface InputOf<A extends Args, F extends Flags> extends Input {
  readonly args: { readonly [Name in keyof A]: ArgValue<A[Name]> }
  readonly flags: { readonly [Name in keyof F]: FlagValue<F[Name]> }
}

type ArgValue<A> = A extends { readonly arity: 'rest' }
  ? readonly Choice<A>[]
  : A extends { readonly arity: 'optional' }
    ? Choice<A> | undefined
    : Choice<A>

type FlagValue<F> = F extends { readonly many: true }
  ? readonly Choice<F>[]
  : F extends { readonly value: string }
    ? Choice<F> | (F extends { readonly default: string } ? never : undefined)
    : boolean

type Choice<D> = D extends { readonly choices: readonly (infer C extends string)[] } ? C : string

/** A verb of the command line, as parsing, help and completion see it. */
export interface Command {
  readonly name: string
  /** Another name that people may type. */
  readonly alias?: string
  /** What it does, in one sentence that starts with a verb. */
  readonly summary: string
  readonly args: Readonly<Record<string, Arg>>
  readonly flags: Flags
  /** Whole lines that can be pasted into a shell. */
  readonly examples: readonly string[]
  // A method, because its input is narrower than `Input`: only parsing calls it, with what this very command defines.
  run(input: Input, io: Io): Promise<ExitCode>
}

/** A command as it is written down. An arg that is only a string is one that must be there. */
interface Definition<A extends Args, F extends Flags> extends Omit<Command, 'args' | 'run'> {
  readonly args: A
  readonly flags: F
  run(input: InputOf<A, F>, io: Io): Promise<ExitCode>
}

/** Makes a command of its definition; `run` gets its args and flags with the types that the definition gives them. */
export function defineCommand<const A extends Args, const F extends Flags>(
  definition: Definition<A, F>,
): Command {
  const args = Object.entries(definition.args).map(
    ([name, arg]) => [name, typeof arg === 'string' ? { help: arg } : arg] as const,
  )
  return { ...definition, args: Object.fromEntries(args) }
}
