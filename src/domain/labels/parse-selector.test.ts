import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseSelector } from './parse-selector.ts'
import type { Requirement } from './requirement.ts'
import { SelectorError } from './selector-error.ts'
import { formatSelector, selectorOf } from './selector.ts'

describe('The text of a selector', () => {
  const cases: readonly { name: string; given: string; want: readonly Requirement[] }[] = [
    { name: 'may be empty', given: '', want: [] },
    { name: 'may be blank', given: ' \t\r\n', want: [] },
    { name: 'asks for a label', given: 'tier', want: [is('tier', 'Exists')] },
    { name: 'asks for the absence of a label', given: '! tier', want: [is('tier', 'DoesNotExist')] },
    { name: 'asks for a value', given: 'tier = web', want: [is('tier', 'Equals', 'web')] },
    { name: 'keeps the double sign apart', given: 'tier==web', want: [is('tier', 'DoubleEquals', 'web')] },
    { name: 'refuses a value', given: 'tier!=web', want: [is('tier', 'NotEquals', 'web')] },
    {
      name: 'takes a missing value for the empty one',
      given: 'a=,b!=',
      want: [is('a', 'Equals', ''), is('b', 'NotEquals', '')],
    },
    {
      name: 'compares numbers',
      given: 'n>1,m<2',
      want: [is('m', 'LessThan', '2'), is('n', 'GreaterThan', '1')],
    },
    { name: 'sorts requirements by key', given: 'b,!a', want: [is('a', 'DoesNotExist'), is('b', 'Exists')] },
    {
      name: 'keeps the order of requirements on one key',
      given: 'a!=x,a',
      want: [is('a', 'NotEquals', 'x'), is('a', 'Exists')],
    },
    { name: 'sorts values and counts each once', given: 'a in (z,b , z)', want: [is('a', 'In', 'b', 'z')] },
    { name: 'takes an empty set for the empty value', given: 'a notin ()', want: [is('a', 'NotIn', '')] },
    {
      name: 'takes an omitted value for the empty one',
      given: 'a in (,x,,)',
      want: [is('a', 'In', '', 'x')],
    },
    {
      name: 'knows operators by their place only',
      given: 'in in (notin),notin=in',
      want: [is('in', 'In', 'notin'), is('notin', 'Equals', 'in')],
    },
    { name: 'ends at a zero byte', given: 'a=b \0,nonsense((', want: [is('a', 'Equals', 'b')] },
    { name: 'skips a zero byte behind a word', given: 'a\0=b\0', want: [is('a', 'Equals', 'b')] },
  ]
  for (const { name, given, want } of cases) {
    test(name, () => expect(parseSelector(given)).toEqual({ selects: 'matching', requirements: want }))
  }
})

describe('The text of a selector is refused', () => {
  const cases = [
    {
      name: 'when it begins with a comma',
      given: ',a',
      cause: "found ',', expected: !, identifier, or 'end of string'",
      offset: 0,
    },
    {
      name: 'when it ends with a comma',
      given: 'a,',
      cause: "found '', expected: identifier after ','",
      offset: 2,
    },
    {
      name: 'when a key is missing',
      given: 'a,!=b',
      cause: "found '!=', expected: identifier after ','",
      offset: 2,
    },
    { name: 'when nothing is denied', given: '!', cause: "found '', expected: identifier", offset: 1 },
    {
      name: 'when a denied key is compared',
      given: '!a=b',
      cause: "found '=', expected: ',' or 'end of string'",
      offset: 2,
    },
    {
      name: 'when two words follow each other',
      given: 'a b',
      cause: "found 'b', expected: in, notin, =, ==, !=, gt, lt",
      offset: 2,
    },
    {
      name: 'when a value follows a value',
      given: 'a=b c',
      cause: "found 'c', expected: ',' or 'end of string'",
      offset: 4,
    },
    {
      name: 'when a sign stands for a value',
      given: 'a=)',
      cause: "found ')', expected: identifier",
      offset: 2,
    },
    { name: 'when a set has no parenthesis', given: 'a in b', cause: "found 'b' expected: '('", offset: 5 },
    {
      name: 'when a set holds a sign',
      given: 'a in (=)',
      cause: "found '=', expected: ',', ')' or identifier",
      offset: 6,
    },
    {
      name: 'when a set holds a sign after a comma',
      given: 'a in (b,=)',
      cause: "found '=', expected: ',', or identifier",
      offset: 8,
    },
    {
      name: 'when a set is not closed',
      given: 'a in (b',
      cause: "found '', expected: ',' or ')'",
      offset: 7,
    },
  ]
  for (const { name, given, cause, offset } of cases) {
    test(name, () => {
      const error = errorOf(given)
      expect(error).toMatchObject({ code: 'SELECTOR_SYNTAX', offset })
      expect(error.message.endsWith(cause)).toBe(true)
    })
  }

  test('when a key cannot be one', () => {
    expect(errorOf('ok, -bad=x')).toMatchObject({
      code: 'INVALID_REQUIREMENT',
      message: expect.stringContaining('<nil>: Invalid value: "-bad": name part must consist'),
      offset: 4,
    })
  })

  test('when a value cannot be one', () => {
    expect(errorOf('a in (x,-y)')).toMatchObject({
      code: 'INVALID_REQUIREMENT',
      message: expect.stringContaining('values[0][a]: Invalid value: "-y": a valid label must be'),
    })
  })

  test('when a limit is negative, for no label value begins with a dash', () => {
    expect(errorOf('a>-1')).toMatchObject({ code: 'INVALID_REQUIREMENT' })
  })

  test('when a limit is no number, and every problem is reported', () => {
    const { message } = errorOf('a>-')
    expect(message).toContain(
      "[values[0]: Invalid value: \"-\": for 'Gt', 'Lt' operators, the value must be an integer, ",
    )
    expect(message).toContain('values[0][a]: Invalid value: "-": a valid label')
  })

  test('when it is longer than any server takes', () => {
    expect(errorOf('a,'.repeat(40_000))).toMatchObject({ code: 'SELECTOR_TOO_LONG', offset: 65_536 })
  })

  test('with the line and column of the trouble', () => {
    expect(errorOf('a,\n  b c')).toMatchObject({ line: 2, column: 5, offset: 7 })
  })

  test('and quoted in part only when it is long', () => {
    expect(errorOf(`${' '.repeat(10_000)}(`).message.length).toBeLessThan(300)
  })
})

test('What was written can be read again', () => {
  const name = fc.stringMatching(/^[a-z0-9]([-_.a-z0-9]{0,5}[a-z0-9])?$/)
  const set = fc
    .uniqueArray(fc.oneof(name, fc.constant('')), { minLength: 1 })
    .map(values => values.toSorted())
  const requirement: fc.Arbitrary<Requirement> = fc.oneof(
    fc.record({ key: name, operator: fc.constantFrom('In', 'NotIn'), values: set }),
    fc.record({
      key: name,
      operator: fc.constantFrom('Equals', 'DoubleEquals', 'NotEquals'),
      values: fc.tuple(name),
    }),
    fc.record({ key: name, operator: fc.constantFrom('Exists', 'DoesNotExist'), values: fc.constant([]) }),
    fc.record({
      key: name,
      operator: fc.constantFrom('GreaterThan', 'LessThan'),
      values: fc.tuple(fc.nat().map(String)),
    }),
  )
  fc.assert(
    fc.property(fc.array(requirement), requirements => {
      const selector = selectorOf(requirements)
      expect(parseSelector(formatSelector(selector))).toEqual(selector)
    }),
  )
})

test('Any text is read or refused with a place in it', () => {
  const piece = fc.constantFrom(
    'a',
    'in',
    'notin',
    '(',
    ')',
    ',',
    '=',
    '!',
    '<',
    '>',
    ' ',
    '\0',
    '-',
    '1',
    'ä',
  )
  const text = fc.oneof(
    fc.string(),
    fc.array(piece).map(pieces => pieces.join('')),
  )
  fc.assert(
    fc.property(text, given => {
      expect(isReadOrRefused(given)).toBe(true)
    }),
  )
})

function isReadOrRefused(given: string): boolean {
  try {
    parseSelector(given)
    return true
  } catch (error) {
    return error instanceof SelectorError && error.offset !== undefined && error.offset <= given.length
  }
}

function is(key: string, operator: Requirement['operator'], ...values: string[]): Requirement {
  return { key, operator, values }
}

function errorOf(text: string): SelectorError {
  try {
    parseSelector(text)
  } catch (error) {
    if (error instanceof SelectorError) return error
    throw error
  }
  throw new Error(`${text} was not refused`)
}
