import type { CelErrorCode } from '../cel-error.ts'

/** Thrown while an expression is read, and caught by `parseCel`, which knows the text. */
export class ParseFailure extends Error {
  override readonly name = 'ParseFailure'
  readonly code: CelErrorCode
  readonly offset: number

  constructor(reason: string, offset: number, code: CelErrorCode = 'CEL_SYNTAX') {
    super(reason)
    this.code = code
    this.offset = offset
  }
}
