/** Why a call to an API server gave no answer that can be used. Closed, so that no text of a server is passed on. */
export type ApiErrorCode =
  | 'NotFound' // the object does not exist, and the server serves its kind
  | 'NotServed' // the server does not serve this group, version or kind
  | 'AlreadyExists'
  | 'Conflict' // another version, or another uid, than the one that was named
  | 'Invalid' // the server refuses the object
  | 'Denied' // an admission policy or webhook refuses the write
  | 'Forbidden'
  | 'Unauthorized'
  | 'Gone' // the version or page to continue from is compacted away
  | 'TooManyRequests'
  | 'ServerError'
  | 'Timeout' // no answer by the deadline, or no progress
  | 'Unreachable' // no connection: refused, reset, no route, no such host
  | 'NotTrusted' // the certificate of the server does not fit
  | 'Redirected' // answered with another address; never followed
  | 'TooLarge' // more bytes than a caller may get
  | 'BadAnswer' // not what an API server says
  | 'Cancelled' // the caller's signal ended it

interface Details {
  /** What the call was about: `get Cluster prod/blue`. */
  readonly call: string
  readonly status?: number
  /** How long the server asks to stay away. */
  readonly retryAfterSeconds?: number
  /** The server's own words, cleaned and cut by the adapter; only for admission, validation and a webhook that fails, never with values. */
  readonly detail?: string
}

/** A call that failed. The message names the call and the reason, never a body or a header. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ApiErrorCode
  readonly status: number | undefined
  readonly retryAfterSeconds: number | undefined
  readonly detail: string | undefined

  constructor(code: ApiErrorCode, { call, status, retryAfterSeconds, detail }: Details) {
    super(`cannot ${call}: ${code}${detail === undefined ? '' : `: ${detail}`}`)
    this.code = code
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds
    this.detail = detail
  }
}

/** Whether `error` is an API error with one of these codes. */
export function hasCode(error: unknown, ...codes: readonly ApiErrorCode[]): error is ApiError {
  return error instanceof ApiError && codes.includes(error.code)
}
