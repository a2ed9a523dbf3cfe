import type { ApiError, ApiErrorCode } from '../../src/engine/api/api-error.ts'

interface Answer {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

const statuses: Readonly<
  Partial<Record<ApiErrorCode, { readonly status: number; readonly reason: string }>>
> = {
  NotFound: { status: 404, reason: 'NotFound' },
  AlreadyExists: { status: 409, reason: 'AlreadyExists' },
  Conflict: { status: 409, reason: 'Conflict' },
  Invalid: { status: 422, reason: 'Invalid' },
  Denied: { status: 403, reason: 'Forbidden' },
  Forbidden: { status: 403, reason: 'Forbidden' },
  Unauthorized: { status: 401, reason: 'Unauthorized' },
  Gone: { status: 410, reason: 'Expired' },
  TooManyRequests: { status: 429, reason: 'TooManyRequests' },
}

/** The Status by which a server refuses a call, as a watch sends it. */
export function statusOf({ code, detail, message }: ApiError): object {
  const { status, reason } = statuses[code] ?? { status: 500, reason: 'InternalError' }
  const words = detail ?? message
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: code === 'Denied' ? `admission webhook "policy.fleet.test" denied the request: ${words}` : words,
    reason,
    // Which object it was: the difference between one that is not there and a kind that is not served.
    details: { kind: 'objects', name: 'object' },
    code: status,
  }
}

/** The whole answer by which a server refuses a call. */
export function refusalAnswer(error: ApiError): Answer {
  if (error.code === 'NotServed')
    return { status: 404, contentType: 'text/plain; charset=utf-8', body: '404 page not found\n' }
  const status = statuses[error.code]?.status ?? 500
  return { status, contentType: 'application/json', body: JSON.stringify(statusOf(error)) }
}
