import type { ApiErrorCode } from '../../src/engine/api/api-error.ts'
import { type History, describeCall, isManagementWrite } from './history/line.ts'
import { type Violation, breach } from './violation.ts'

const codes: readonly ApiErrorCode[] = [
  'NotFound',
  'NotServed',
  'AlreadyExists',
  'Conflict',
  'Invalid',
  'Forbidden',
  'Unauthorized',
  'Gone',
  'TooManyRequests',
  'ServerError',
  'Timeout',
  'Unreachable',
  'NotTrusted',
  'Redirected',
  'TooLarge',
  'BadAnswer',
  'Cancelled',
]

// How the text of a failed call ends; what an admission policy says is shown, and is no such text.
const errorText = new RegExp(`\\bcannot [a-z]+ .*: (${codes.join('|')})\\b`)

/** Finds texts of errors in what people read: who knows what a server put into them. */
export function checkOwnWords(history: History): readonly Violation[] {
  return history
    .filter(line => isManagementWrite(line) && line.resource !== 'secrets')
    .flatMap(line => {
      const copied = textsIn(line.body).find(text => errorText.test(text))
      if (copied === undefined) return []
      return breach('ownWords', line, `${describeCall(line)} says "${copied}", which is the text of an error`)
    })
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
