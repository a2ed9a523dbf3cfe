/** Why a forge did not do what it was asked for. */
export type ForgeProblem =
  | 'NOT_REACHABLE'
  | 'NOT_IN_TIME'
  | 'NOT_LOGGED_IN'
  | 'NOT_ALLOWED'
  | 'NOT_FOUND'
  | 'REFUSED'
  | 'THROTTLED'
  | 'SERVER_ERROR'
  | 'UNEXPECTED'

/** A forge did not do what it was asked for. The message holds neither the token nor the answer. */
export class ForgeError extends Error {
  override readonly name = 'ForgeError'
  readonly code: ForgeProblem
  readonly fix: string | undefined

  constructor(code: ForgeProblem, message: string, fix?: string) {
    super(message)
    this.code = code
    this.fix = fix
  }
}
