/** Why a forge did not do what it was asked for. */
export type ForgeProblem =
  | 'NOT_REACHABLE'
  | 'NOT_IN_TIME'
  | 'NOT_LOGGED_IN'
  | 'NOT_ALLOWED'
  | 'NOT_FOUND'
  | 'REFUSED'
  /** Something is there already, or is not what it was. */
  | 'CONFLICT'
  | 'THROTTLED'
  | 'SERVER_ERROR'
  | 'UNEXPECTED'

/** A forge did not do what it was asked for. The message never holds the token. */
export class ForgeError extends Error {
  override readonly name = 'ForgeError'
  readonly code: ForgeProblem
  readonly fix: string | undefined
  /** The status of the answer, if there was one. */
  readonly status: number | undefined

  constructor(code: ForgeProblem, message: string, { fix, status }: ForgeErrorDetails = {}) {
    super(message)
    this.code = code
    this.fix = fix
    this.status = status
  }
}

interface ForgeErrorDetails {
  readonly fix?: string | undefined
  readonly status?: number | undefined
}
