import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { typedValue } from './typed-value.ts'

describe('typedValue', () => {
  const cases = [
    { name: 'makes booleans in any case', given: 'TrUe', want: true },
    { name: 'makes null in any case', given: 'Null', want: null },
    { name: 'makes whole numbers', given: '42', want: 42 },
    { name: 'makes negative numbers', given: '-5', want: -5 },
    { name: 'drops a plus sign', given: '+5', want: 5 },
    { name: 'drops zeros behind a sign', given: '-05', want: -5 },
    { name: 'makes zero of minus zero', given: '-0', want: 0 },
    { name: 'makes zero', given: '0', want: 0 },
    { name: 'keeps text with a leading zero', given: '012345678901', want: '012345678901' },
    { name: 'makes a number of an account id without one', given: '123456789012', want: 123456789012 },
    { name: 'keeps all digits of a long number', given: '9223372036854775807', want: 9223372036854775807n },
    {
      name: 'keeps text that has too many digits for 64 bits',
      given: '9223372036854775808',
      want: '9223372036854775808',
    },
    { name: 'keeps the least number of 64 bits', given: '-9223372036854775808', want: -9223372036854775808n },
    { name: 'keeps fractions as text', given: '1.0', want: '1.0' },
    { name: 'keeps exponents as text', given: '1e3', want: '1e3' },
    { name: 'keeps hexadecimal numbers as text', given: '0x1f', want: '0x1f' },
    { name: 'keeps digit groups as text', given: '1_000', want: '1_000' },
    { name: 'keeps a number with a line end as text', given: '5\n', want: '5\n' },
    { name: 'keeps a boolean with a line end as text', given: 'true\n', want: 'true\n' },
    { name: 'keeps a lone sign as text', given: '-', want: '-' },
    { name: 'keeps other words of YAML as text', given: 'yes', want: 'yes' },
    { name: 'keeps empty text', given: '', want: '' },
  ]
  for (const { name, given, want } of cases) test(name, () => expect(typedValue(given)).toBe(want))

  test('gives back every whole number of 64 bits', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), value => {
        expect(String(typedValue(String(value)))).toBe(String(value))
      }),
    )
  })
})
