import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileLabelSelector } from './label-selector.ts'
import { SelectorError } from './selector-error.ts'
import { formatSelector, matchesSelector, selectsNothing } from './selector.ts'

describe('A LabelSelector', () => {
  const cases: readonly { name: string; given: unknown; want: string }[] = [
    { name: 'that is empty chooses everything', given: {}, want: '' },
    { name: 'of nulls chooses everything', given: { matchLabels: null, matchExpressions: null }, want: '' },
    { name: 'asks for values', given: { matchLabels: { b: 'x', a: '' } }, want: 'a=,b=x' },
    {
      name: 'asks in all four ways',
      given: {
        matchExpressions: [
          { key: 'd', operator: 'In', values: ['y', 'x', 'y'] },
          { key: 'c', operator: 'NotIn', values: ['z'] },
          { key: 'b', operator: 'Exists' },
          { key: 'a', operator: 'DoesNotExist', values: [] },
        ],
      },
      want: '!a,b,c notin (z),d in (x,y,y)',
    },
    { name: 'takes a null value for the empty one', given: { matchLabels: { a: null } }, want: 'a=' },
    {
      name: 'may name a label like a part of every object',
      given: { matchLabels: { constructor: 'x' } },
      want: 'constructor=x',
    },
  ]
  for (const { name, given, want } of cases) {
    test(name, () => expect(formatSelector(compileLabelSelector(given))).toBe(want))
  }

  test('that is absent chooses nothing', () => {
    expect(compileLabelSelector(undefined)).toBe(selectsNothing)
    expect(compileLabelSelector(null)).toBe(selectsNothing)
  })

  test('holds only if all its parts hold', () => {
    const selector = compileLabelSelector({
      matchLabels: { env: 'prod' },
      matchExpressions: [{ key: 'env', operator: 'NotIn', values: ['prod'] }],
    })
    expect(matchesSelector(selector, { env: 'prod' })).toBe(false)
  })
})

describe('A LabelSelector is refused', () => {
  const cases = [
    {
      name: 'for an unknown operator',
      given: expression({ operator: 'in' }),
      code: 'UNKNOWN_OPERATOR',
      cause: '"in" is not a valid label selector operator',
    },
    {
      name: 'for an operator of texts',
      given: expression({ operator: 'Equals' }),
      code: 'UNKNOWN_OPERATOR',
      cause: '"Equals" is not',
    },
    {
      name: 'for no operator',
      given: { matchExpressions: [null] },
      code: 'UNKNOWN_OPERATOR',
      cause: '"" is not',
    },
    {
      name: 'for no values',
      given: expression({ values: null }),
      code: 'INVALID_REQUIREMENT',
      cause: "values: Invalid value: null: for 'in', 'notin' operators, values set can't be empty",
    },
    {
      name: 'for values that cannot be used',
      given: expression({ operator: 'Exists', values: ['<b>'] }),
      code: 'INVALID_REQUIREMENT',
      cause: '["\\u003cb\\u003e"]: values set must be empty for exists and does not exist',
    },
    {
      name: 'for a wrong key',
      given: { matchLabels: { 'b c': '', 'a b': '' } },
      code: 'INVALID_REQUIREMENT',
      cause: 'key: Invalid value: "a b"',
    },
    {
      name: 'for a wrong value',
      given: { matchLabels: { a: 'x y' } },
      code: 'INVALID_REQUIREMENT',
      cause: 'values[0][a]: Invalid value: "x y"',
    },
    {
      name: 'for being a text',
      given: 'env=prod',
      code: 'SELECTOR_SHAPE',
      cause: 'the selector must be an object, found a value of type string',
    },
    {
      name: 'for labels in a list',
      given: { matchLabels: ['a'] },
      code: 'SELECTOR_SHAPE',
      cause: 'matchLabels must be an object, found a list',
    },
    {
      name: 'for a number as value',
      given: { matchLabels: { a: 1 } },
      code: 'SELECTOR_SHAPE',
      cause: 'matchLabels[a] must be a string, found a value of type number',
    },
    {
      name: 'for a boolean in the set',
      given: expression({ values: ['x', true] }),
      code: 'SELECTOR_SHAPE',
      cause: 'matchExpressions[0].values[1] must be a string',
    },
    {
      name: 'for a single value',
      given: expression({ values: 'x' }),
      code: 'SELECTOR_SHAPE',
      cause: 'matchExpressions[0].values must be a list',
    },
  ]
  for (const { name, given, code, cause } of cases) {
    test(name, () => {
      expect(() => compileLabelSelector(given)).toThrow(
        expect.objectContaining({ code, message: expect.stringContaining(cause) }),
      )
    })
  }
})

test('Anything at all is read or refused', () => {
  const key = fc.constantFrom('matchLabels', 'matchExpressions', 'key', 'operator', 'values', '__proto__')
  fc.assert(
    fc.property(fc.anything({ key, maxDepth: 3 }), given => {
      expect(isReadOrRefused(given)).toBe(true)
    }),
  )
})

function isReadOrRefused(given: unknown): boolean {
  try {
    compileLabelSelector(given)
    return true
  } catch (error) {
    return error instanceof SelectorError
  }
}

function expression(overrides: object): object {
  return { matchExpressions: [{ key: 'env', operator: 'In', values: ['prod'], ...overrides }] }
}
