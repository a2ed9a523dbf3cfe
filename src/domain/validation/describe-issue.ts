import type * as z from 'zod'
import { nearest } from '../text/nearest.ts'
import { counted } from '../text/counted.ts'
import type { ApiProblem, ShapeProblemCode } from './api-problem.ts'

type Issue = z.core.$ZodIssue

/** Says in our own words what zod found. */
export function describeIssue(issue: Issue): ApiProblem {
  const path = issue.path.map(step => (typeof step === 'number' ? step : String(step)))
  const [code, message] = codeAndMessage(issue)
  return { code, path, message }
}

function codeAndMessage(issue: Issue): readonly [ShapeProblemCode, string] {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return ['REQUIRED', 'is required']
      return ['WRONG_TYPE', `must be ${typeName(issue.expected)}, found ${foundName(issue.input)}`]
    case 'too_big':
      return ['OUT_OF_BOUNDS', `must ${bound(issue.origin, 'at most', issue.maximum)}`]
    case 'too_small':
      return ['OUT_OF_BOUNDS', `must ${bound(issue.origin, 'at least', issue.minimum)}`]
    case 'invalid_value':
      if (issue.input === undefined) return ['REQUIRED', 'is required']
      return ['NOT_ONE_OF', oneOf(issue.values.map(String), issue.input)]
    // Only bounds of maps are written as checks of our own.
    case 'custom':
      return ['OUT_OF_BOUNDS', issue.message]
    default:
      return ['BAD_FORM', issue.message]
  }
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  boolean: 'true or false',
  int: 'an integer',
  number: 'a number',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

function typeName(expected: string): string {
  return typeNames[expected] ?? expected
}

function foundName(input: unknown): string {
  if (input === null) return 'null'
  if (Array.isArray(input)) return 'a list'
  if (typeof input === 'object') return 'an object'
  return typeof input === 'string' ? 'a string' : typeof input === 'boolean' ? 'true or false' : 'a number'
}

function bound(origin: string, word: 'at most' | 'at least', limit: number | bigint): string {
  if (origin === 'string') return `have ${word} ${counted(limit, 'character')}`
  if (origin === 'array') return `have ${word} ${counted(limit, 'item')}`
  return `be ${word} ${limit}`
}

function oneOf(values: readonly string[], input: unknown): string {
  const rule = values.length === 1 ? `must be ${values[0]}` : `must be one of ${values.join(', ')}`
  const meant = typeof input === 'string' ? nearest(input, values) : undefined
  return meant === undefined || values.length === 1 ? rule : `${rule}; did you mean ${meant}?`
}
