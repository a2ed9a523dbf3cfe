import type { Resource } from '../../engine/api/api.ts'
import { ApiError, type ApiErrorCode } from '../../engine/api/api-error.ts'

/** What a call is about, for its errors: `get Cluster prod/blue`. */
export interface RefusedSubject {
  readonly verb: string
  readonly resource: Pick<Resource, 'kind'>
  readonly namespace?: string | undefined
  readonly name?: string | undefined
}

const statuses: Readonly<Partial<Record<ApiErrorCode, number>>> = {
  NotFound: 404,
  NotServed: 404,
  AlreadyExists: 409,
  Conflict: 409,
  Invalid: 422,
  Denied: 403,
  Forbidden: 403,
  Unauthorized: 401,
  Gone: 410,
  TooManyRequests: 429,
  ServerError: 500,
}

/** The error of a call that the server refuses. */
export function refusal(code: ApiErrorCode, subject: RefusedSubject, detail?: string): ApiError {
  const status = statuses[code]
  return new ApiError(code, {
    call: callOf(subject),
    ...(status === undefined ? {} : { status }),
    ...(detail === undefined ? {} : { detail }),
  })
}

/** A call in words. */
function callOf({ verb, resource, namespace, name }: RefusedSubject): string {
  const place = [namespace, name].filter(part => part !== undefined && part !== '').join('/')
  return [verb, resource.kind, place].filter(part => part !== '').join(' ')
}
