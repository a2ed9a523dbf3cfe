import type { ApiError, ApiErrorCode } from '../../engine/api/api-error.ts'

const words: Readonly<Partial<Record<ApiErrorCode, string>>> = {
  Forbidden: 'you are not allowed to',
  Unauthorized: 'the server does not accept the credentials (HTTP 401)',
  NotTrusted: 'the certificate of the server is not trusted',
  Unreachable: 'the server cannot be reached',
  Timeout: 'no response in time',
  TooManyRequests: 'the server is throttling requests (HTTP 429)',
  TooLarge: 'the answer is too large',
  ServerError: 'the server failed',
  Redirected: 'the server answered with a redirect',
  BadAnswer: 'the response is not from an API server',
}

/** Why a read failed, for people. */
export function readErrorWords({ code }: ApiError): string {
  return words[code] ?? `the server responds with ${code}`
}
