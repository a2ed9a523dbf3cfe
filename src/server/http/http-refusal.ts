import type { ErrorResponse, ServerErrorCode } from '../api/error-response.ts'

/** A request that is not answered as asked. All that its sender learns is in `response`. */
export class HttpRefusal extends Error {
  override readonly name = 'HttpRefusal'
  readonly response: ErrorResponse

  constructor(code: ServerErrorCode, message: string, more: Omit<ErrorResponse, 'code' | 'message'> = {}) {
    super(message)
    this.response = { code, message, ...more }
  }
}

/** The status of each error. */
export const errorStatus: Readonly<Record<ServerErrorCode, number>> = {
  NotFound: 404,
  BadRequest: 400,
  MethodNotAllowed: 405,
  NotLoggedIn: 401,
  ForeignRequest: 403,
  TooLarge: 413,
  TooManyRequests: 429,
  NotReady: 503,
  Timeout: 504,
  GitHost: 502,
  DraftFails: 422,
  Failed: 500,
}
