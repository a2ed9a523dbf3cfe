import { ApiError, type ApiErrorCode } from '../../engine/api/api-error.ts'
import { admissionWords, conflictWords, failedWebhook, invalidWords, refuserIn } from './describe-refusal.ts'
import type { KubeStatus } from './read-status.ts'

/** An answer that is not the one that was asked for. */
export interface Refused {
  readonly call: string
  readonly httpStatus: number
  /** Undefined when the body was not one. */
  readonly status: KubeStatus | undefined
  readonly retryAfterSeconds?: number | undefined
  /** Whether the server says in its own plain words that it has no such path. */
  readonly isUnknownPath?: boolean
  /** Whether its words may hold what nobody shall read. */
  readonly isSecret: boolean
}

const codes: Readonly<Record<number, ApiErrorCode>> = {
  400: 'Invalid',
  401: 'Unauthorized',
  403: 'Forbidden',
  405: 'NotServed',
  408: 'Timeout',
  409: 'Conflict',
  410: 'Gone',
  // Larger than the server takes: a fault of the object.
  413: 'Invalid',
  422: 'Invalid',
  429: 'TooManyRequests',
}

/** Makes the error of an answer, by its HTTP status and the reason that Kubernetes gives. */
export function statusError(refused: Refused): ApiError {
  const { call, httpStatus, status, isSecret } = refused
  // A webhook may refuse with any status, that of an absent object among them.
  const denied = status && admissionWords(status)
  const code = denied === undefined ? codeOf(refused) : 'Denied'
  const words = isSecret ? refuserIn(denied ?? '') : (denied ?? wordsOf(code, status))
  const retryAfterSeconds = refused.retryAfterSeconds ?? status?.retryAfterSeconds
  return new ApiError(code, {
    call,
    status: httpStatus,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(words === '' ? {} : { detail: words }),
  })
}

function wordsOf(code: ApiErrorCode, status: KubeStatus | undefined): string {
  if (!status) return ''
  if (code === 'Invalid') return invalidWords(status)
  if (code === 'Conflict') return conflictWords(status)
  return code === 'ServerError' ? failedWebhook(status) : ''
}

function codeOf({ httpStatus, status, isUnknownPath = false }: Refused): ApiErrorCode {
  if (httpStatus >= 300 && httpStatus < 400) return 'Redirected'
  if (httpStatus >= 500) return 'ServerError'
  if (httpStatus === 404) return notFoundCode(status, isUnknownPath)
  if (status?.reason === 'Expired' || status?.reason === 'Gone') return 'Gone'
  if (httpStatus === 409 && status?.reason === 'AlreadyExists') return 'AlreadyExists'
  if (httpStatus === 422 && status?.causes.some(({ field }) => field === 'metadata.uid')) return 'Conflict'
  return codes[httpStatus] ?? 'BadAnswer'
}

// Any web server says 404. Only the words of an API server mean that something is not there.
function notFoundCode(status: KubeStatus | undefined, isUnknownPath: boolean): ApiErrorCode {
  if (!status) return isUnknownPath ? 'NotServed' : 'BadAnswer'
  if (status.reason !== 'NotFound') return 'BadAnswer'
  return status.namesObject ? 'NotFound' : 'NotServed'
}
