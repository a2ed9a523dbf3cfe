import type { ExitCode } from './exit-code.ts'

interface Way {
  readonly exitCode?: Exclude<ExitCode, 0 | 70 | 130>
  /** A command that helps, whole, said behind `try:`. */
  readonly hint?: string | undefined
  /** What to do where there is no such command, said behind `fix:`. */
  readonly fix?: string | undefined
}

/** A command cannot do what it was asked for, and says why. No bug: the words are all that the user needs. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly exitCode: Exclude<ExitCode, 0 | 70 | 130>
  readonly hint: string | undefined
  readonly fix: string | undefined

  constructor(message: string, { exitCode = 1, hint, fix }: Way = {}) {
    super(message)
    this.exitCode = exitCode
    this.hint = hint
    this.fix = fix
  }
}
