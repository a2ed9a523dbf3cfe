import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseQuery } from './parse-query.ts'
import { QueryError } from './query-error.ts'
import { QUERY_KEYS } from './query.ts'

describe('A query is read', () => {
  const cases = [
    { name: 'as nothing if it is empty', given: '  ', want: [] },
    { name: 'word by word', given: ' Blue  pay', want: [word('blue'), word('pay')] },
    { name: 'with a state', given: 'is:held', want: [{ key: 'is', state: 'Held', isNegated: false }] },
    {
      name: 'with a state of two words, however it is spelled',
      given: 'is:Fitting-out is:fittingout',
      want: [
        { key: 'is', state: 'FittingOut', isNegated: false },
        { key: 'is', state: 'FittingOut', isNegated: false },
      ],
    },
    { name: 'with a negation', given: '-is:ready', want: [{ key: 'is', state: 'Ready', isNegated: true }] },
    { name: 'with a dash alone as a word', given: '-', want: [word('-')] },
    {
      name: 'with a label',
      given: 'env=prod',
      want: [{ key: 'label', name: 'env', value: 'prod', isNegated: false }],
    },
    {
      name: 'with a label of a domain, and without a value',
      given: 'example.com/a=',
      want: [{ key: 'label', name: 'example.com/a', value: '', isNegated: false }],
    },
    {
      name: 'with a time in days and hours',
      given: 'for:>6d4h',
      want: [{ key: 'for', sign: '>', milliseconds: 532_800_000, isNegated: false }],
    },
    {
      name: 'with a time that is reached, if there is no sign',
      given: 'for:10m',
      want: [{ key: 'for', sign: '>=', milliseconds: 600_000, isNegated: false }],
    },
    { name: 'with an actor', given: 'actor:git', want: [{ key: 'actor', actor: 'Git', isNegated: false }] },
  ]
  test.for(cases)('$name', ({ given, want }) => expect(parseQuery(given)).toEqual(want))
})

describe('A query is refused', () => {
  const cases = [
    { name: 'with a key that there is not', given: 'ok x:y', code: 'UNKNOWN_KEY', offset: 3 },
    {
      name: 'with a key of an object that there is not',
      given: 'constructor:y',
      code: 'UNKNOWN_KEY',
      offset: 0,
    },
    { name: 'with a key without a value', given: 'is:', code: 'MISSING_VALUE', offset: 0 },
    { name: 'with a state that there is not', given: 'is:green', code: 'UNKNOWN_VALUE', offset: 0 },
    { name: 'with no range of versions', given: 'k8s:new', code: 'UNKNOWN_VALUE', offset: 0 },
    { name: 'with no time', given: 'for:long', code: 'UNKNOWN_VALUE', offset: 0 },
    { name: 'with a negative time', given: 'for:-1m', code: 'UNKNOWN_VALUE', offset: 0 },
    { name: 'if it is too long', given: 'a'.repeat(2001), code: 'QUERY_TOO_LONG', offset: 2000 },
  ]
  test.for(cases)('$name', ({ given, code, offset }) => {
    const error = errorOf(given)
    expect([error?.code, error?.offset]).toEqual([code, offset])
  })

  test('with all keys in the sentence if one is unknown', () => {
    const message = errorOf('stat:held')?.message ?? ''
    expect(QUERY_KEYS.filter(key => !message.includes(key))).toEqual([])
  })

  test('with a QueryError or not at all, whatever it is', () => {
    const piece = fc.oneof(
      fc.constantFrom('is:', 'k8s:', 'for:', '-', '=', ':', '<', ' ', '1.3'),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(piece), pieces => {
        const text = pieces.join('')
        // Nothing is dropped silently: every word is a term, or the query is refused.
        const terms = errorOf(text) ? undefined : parseQuery(text)
        expect(terms?.length ?? 0).toBe(terms ? text.split(/\s+/).filter(Boolean).length : 0)
      }),
    )
  })
})

function word(text: string) {
  return { key: 'word', text, isNegated: false }
}

function errorOf(text: string): QueryError | undefined {
  try {
    parseQuery(text)
  } catch (error) {
    if (error instanceof QueryError) return error
    throw error
  }
  return undefined
}
