import type { ReadError } from '../../domain/api/schema/cluster-fitout-schema.ts'
import { ApiError, type ApiErrorCode } from '../../engine/api/api-error.ts'

const words: Readonly<Partial<Record<ApiErrorCode, string>>> = {
  Forbidden: 'Fitout is not allowed to',
  Timeout: 'API server does not respond in time',
  Cancelled: 'API server does not respond in time',
  Unreachable: 'API server cannot be reached',
  TooManyRequests: 'API server is throttling requests (429)',
  TooLarge: 'it is too large',
}

/** Why a call to the management cluster failed, in words that stay the same; anything else than a failed call is thrown again. */
export function callProblem(error: unknown): string {
  if (!(error instanceof ApiError)) throw error
  const { code, detail } = error
  if (code === 'ServerError' && detail !== undefined)
    return failedWebhook(detail) ?? `API server reports an error: ${detail}`
  return words[code] ?? 'API server responds with an error'
}

// Whether it does not respond or is not trusted, the detail does not say.
function failedWebhook(detail: string): string | undefined {
  const [, name] = /^failed calling webhook "([-.a-z0-9]{1,253})"$/.exec(detail) ?? []
  if (name === undefined) return undefined
  return `API server cannot call webhook "${name}"${name.endsWith('.cluster.x-k8s.io') ? ' of Cluster API' : ''}`
}

const errors: Readonly<Partial<Record<ApiErrorCode, ReadError>>> = {
  Forbidden: 'Forbidden',
  TooManyRequests: 'Throttled',
  TooLarge: 'TooLarge',
  Timeout: 'TimedOut',
  Cancelled: 'TimedOut',
  ServerError: 'ServerError',
}

/** Why a read failed, in the one word that a status has for it. */
export function readErrorOf(error: unknown): ReadError {
  return (error instanceof ApiError && errors[error.code]) || 'Other'
}
