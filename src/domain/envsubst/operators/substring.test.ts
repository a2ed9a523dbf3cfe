import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { substring } from './substring.ts'

describe('substring', () => {
  const cases = [
    { name: 'begins at the offset', args: ['2'], want: 'cdef' },
    { name: 'has the length', args: ['2', '3'], want: 'cde' },
    { name: 'ends with the value, however long it should be', args: ['4', '99'], want: 'ef' },
    { name: 'is empty behind the end', args: ['6'], want: '' },
    { name: 'is empty behind the end, whatever its length', args: ['9', '1'], want: '' },
    { name: 'counts an offset below zero from the end', args: ['-2'], want: 'ef' },
    { name: 'begins at the front if the offset is too far from the end', args: ['-99', '2'], want: 'ab' },
    { name: 'counts a length below zero from the end', args: ['1', '-1'], want: 'bcde' },
    { name: 'counts both from the end', args: ['-4', '-1'], want: 'cde' },
    { name: 'is empty when it would end before it begins', args: ['4', '-4'], want: '' },
    { name: 'is the whole value when the offset is no number', args: ['x', '1'], want: 'abcdef' },
    { name: 'is the whole value when the length is no number', args: ['1', ''], want: 'abcdef' },
    { name: 'reads a plus sign and zeros', args: ['+0002'], want: 'cdef' },
    { name: 'does not read underscores', args: ['0_2'], want: 'abcdef' },
    { name: 'does not read what passes 64 bits', args: ['9223372036854775808'], want: 'abcdef' },
    { name: 'reads the largest number', args: ['0', '9223372036854775807'], want: 'abcdef' },
    {
      name: 'crashes upstream when offset and length together pass 64 bits',
      args: ['1', '9223372036854775807'],
      want: undefined,
    },
  ]
  for (const { name, args, want } of cases)
    test(name, () => expect(substring('abcdef', args, 'from-end')).toBe(want))

  test('crashes the older library when the length is below zero', () => {
    expect(substring('abcdef', ['1', '-1'], 'crash')).toBeUndefined()
  })

  test('does not crash the older library behind the end', () => {
    expect(substring('ab', ['5', '-1'], 'crash')).toBe('')
  })

  test('is a part of the value, for any arguments', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.array(fc.oneof(fc.integer().map(String), fc.string()), { minLength: 1 }),
        (value, args) => {
          expect(value).toContain(substring(value, args, 'from-end') ?? '')
        },
      ),
    )
  })
})
