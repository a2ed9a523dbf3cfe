import { describe, expect, test } from 'vitest'
import { readSelectorText } from './selector-text.ts'

describe('readSelectorText', () => {
  const cases = [
    {
      name: 'takes equalities as labels',
      given: 'b=2,a==1',
      want: { matchLabels: { a: '1', b: '2' }, matchExpressions: [] },
    },
    {
      name: 'takes all else as expressions',
      given: 'a in (x,y),b,!c,d!=z',
      want: {
        matchLabels: {},
        matchExpressions: [
          { key: 'a', operator: 'In', values: ['x', 'y'] },
          { key: 'b', operator: 'Exists', values: [] },
          { key: 'c', operator: 'DoesNotExist', values: [] },
          { key: 'd', operator: 'NotIn', values: ['z'] },
        ],
      },
    },
    {
      name: 'loses no second value of a label',
      given: 'a=1,a=2',
      want: { matchLabels: { a: '1' }, matchExpressions: [{ key: 'a', operator: 'In', values: ['2'] }] },
    },
  ]
  test.each(cases)('$name', ({ given, want }) => expect(readSelectorText(given)).toEqual(want))

  const refused = [
    { given: '', want: 'INVALID_REQUIREMENT' },
    { given: 'a>1', want: 'UNKNOWN_OPERATOR' },
    { given: 'a=b=c', want: 'SELECTOR_SYNTAX' },
  ]
  test.each(refused)('refuses "$given"', ({ given, want }) => {
    expect(() => readSelectorText(given)).toThrow(expect.objectContaining({ code: want }))
  })
})
