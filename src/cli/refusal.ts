import type { ExitCode } from './exit-code.ts'

interface Way {
  readonly exitCode?: Exclude<ExitCode, 0 | 70 | 130>
  /** A command that helps, or what to do, said behind `try:`. */
  readonly hint?: string | undefined
}

/** A command cannot do what it was asked for, and says why. No bug: the words are all that the user needs. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly exitCode: Exclude<ExitCode, 0 | 70 | 130>
  readonly hint: string | undefined

  constructor(message: string, { exitCode = 1, hint }: Way = {}) {
    super(message)
    this.exitCode = exitCode
    this.hint = hint
  }
}
