import { ApiError, type ApiErrorCode } from '../../engine/api/api-error.ts'

const words: Readonly<Partial<Record<ApiErrorCode, string>>> = {
  Forbidden: 'Fitout is not allowed to',
  Timeout: 'API server does not answer in time',
  Cancelled: 'API server does not answer in time',
  Unreachable: 'API server cannot be reached',
  TooManyRequests: 'API server is throttling requests (429)',
  TooLarge: 'it is too large',
}

/** Why a call to the management cluster failed, in words that stay the same; anything else than a failed call is thrown again. */
export function callProblem(error: unknown): string {
  if (!(error instanceof ApiError)) throw error
  const { code, detail } = error
  if (code === 'ServerError' && detail !== undefined) return `API server says: ${detail}`
  return words[code] ?? 'API server answers with an error'
}
