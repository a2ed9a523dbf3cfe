import { expect, test } from 'vitest'
import { unreadCauseIn } from '../../domain/explain/unread-cause.ts'
import { ApiError, type ApiErrorCode } from '../../engine/api/api-error.ts'
import { callProblem } from '../management/call-problem.ts'
import { viewProblem } from './view-problem.ts'

const cases: readonly (readonly [code: ApiErrorCode, want: string | undefined])[] = [
  ['Forbidden', 'forbidden'],
  ['TooManyRequests', 'throttled'],
  ['TooLarge', 'too-large'],
  ['Timeout', 'late'],
  ['Cancelled', 'late'],
  ['ServerError', 'server-error'],
  ['Unreachable', undefined],
]

test.for(cases)('What is said of %s is understood by whoever gives advice', ([code, want]) => {
  const error = new ApiError(code, { call: 'list Deployment' })
  expect([viewProblem(error).message, callProblem(error)].map(unreadCauseIn)).toEqual([want, want])
})

test('No advice about permissions is given for what is not forbidden', () => {
  const codes = ['Redirected', 'BadAnswer', 'NotTrusted', 'Unauthorized'] as const
  const causes = codes.map(code => unreadCauseIn(viewProblem(new ApiError(code, { call: 'x' })).message))
  expect(causes).toEqual([undefined, undefined, undefined, undefined])
})
