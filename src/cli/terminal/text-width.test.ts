import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutToWidth, plainText, textWidth } from './text-width.ts'

describe('A text on a terminal', () => {
  const widths = [
    { name: 'takes one column for each letter', given: 'karpenter', want: 9 },
    { name: 'takes one column for each sign of a state', given: '·!▹▸✓‼✗', want: 7 },
    { name: 'takes two columns for a wide character', given: '集群', want: 4 },
    { name: 'takes no column for a mark on a letter', given: 'e\u0301', want: 1 },
  ]
  test.for(widths)('$name', ({ given, want }) => expect(textWidth(given)).toBe(want))

  const cuts = [
    { name: 'stays as it is where it fits', given: ['abc', 3] as const, want: 'abc' },
    { name: 'ends with the sign where it does not', given: ['abcd', 3] as const, want: 'ab…' },
    { name: 'does not cut a wide character in two', given: ['集群集', 4] as const, want: '集…' },
    { name: 'is nothing without room', given: ['abc', 0] as const, want: '' },
  ]
  test.for(cuts)('$name', ({ given: [text, width], want }) => expect(cutToWidth(text, width, '…')).toBe(want))

  test('never takes more columns than it was given', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, width) => {
        expect(textWidth(cutToWidth(text, width, '…'))).toBeLessThanOrEqual(width)
      }),
    )
  })

  test('cannot move the cursor, change colours or turn the line around', () => {
    expect(plainText('a\u001B[31mb\r\nc\u009Bd\u202Ee')).toBe('a?[31mb??c?d?e')
  })
})
