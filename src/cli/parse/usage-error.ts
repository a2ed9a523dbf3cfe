type UsageErrorCode =
  | 'UNKNOWN_COMMAND'
  | 'UNKNOWN_FLAG'
  | 'UNKNOWN_CHOICE'
  | 'MISSING_VALUE'
  | 'UNEXPECTED_VALUE'
  | 'MISSING_ARGUMENT'
  | 'UNEXPECTED_ARGUMENT'

/** The command line makes no sense. The message says which word, `hint` is a command that does make sense. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly code: UsageErrorCode
  readonly hint: string

  constructor(code: UsageErrorCode, message: string, hint: string) {
    super(message)
    this.code = code
    this.hint = hint
  }
}
