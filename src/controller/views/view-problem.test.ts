import { expect, test } from 'vitest'
import type { ReadError } from '../../domain/api/schema/cluster-fitout-schema.ts'
import { ApiError, type ApiErrorCode } from '../../engine/api/api-error.ts'
import { viewProblem } from './view-problem.ts'

const cases: readonly (readonly [code: ApiErrorCode, want: ReadError])[] = [
  ['Forbidden', 'Forbidden'],
  ['TooManyRequests', 'Throttled'],
  ['TooLarge', 'TooLarge'],
  ['Timeout', 'TimedOut'],
  ['Cancelled', 'TimedOut'],
  ['ServerError', 'ServerError'],
  ['Unreachable', 'Other'],
  ['Redirected', 'Other'],
  ['BadAnswer', 'Other'],
  ['NotTrusted', 'Other'],
  ['Unauthorized', 'Other'],
]

test.for(cases)('Why a cluster cannot be read is one word for programs: %s', ([code, want]) => {
  expect(viewProblem(new ApiError(code, { call: 'list Deployment' })).readError).toBe(want)
})
