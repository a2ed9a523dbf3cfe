import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatQuantity } from './format-quantity.ts'
import { parseQuantity } from './parse-quantity.ts'
import { QuantityError } from './quantity-error.ts'
import { compareQuantities } from './quantity.ts'

describe('A quantity is stored', () => {
  const cases = [
    { name: 'as it was written, if that is canonical', given: '500m', want: '500m' },
    { name: 'without a fraction', given: '1.5', want: '1500m' },
    { name: 'in binary steps, if it was written in them', given: '1.5Gi', want: '1536Mi' },
    { name: 'with the largest suffix that loses nothing', given: '2048Ki', want: '2Mi' },
    { name: 'with a decimal suffix below 1024', given: '0.5Ki', want: '512' },
    {
      name: 'with a decimal suffix if a binary one would lose a fraction',
      given: '1024.5Ki',
      want: '1049088',
    },
    { name: 'as a multiple of three tens', given: '1e4', want: '10e3' },
    { name: 'with an exponent, if it was written with one', given: '15e-1', want: '1500e-3' },
    { name: 'as 0, whatever it was', given: '-0.000Ki', want: '0' },
    { name: 'rounded up to a nano', given: '0.0000000001', want: '1n' },
    { name: 'rounded away from zero if it is negative', given: '-1e-30', want: '-1e-9' },
    { name: 'capped, if it is binary', given: '9.5Ei', want: '9223372036854775807' },
    { name: 'not capped, if it is decimal', given: '12345678901234567890', want: '12345678901234567890' },
    { name: 'with its sign and zeros, where Kubernetes does not look', given: '+007Gi', want: '+007Gi' },
    { name: 'with its fraction, where Kubernetes does not look', given: '1.250', want: '1.250' },
    { name: 'without a suffix if there is none so large', given: '1000E', want: '1' },
    { name: 'with 32 bits of its exponent', given: '3e4294967297', want: '30' },
    { name: 'as 0 if it has no digits', given: 'Ki', want: '0' },
    { name: 'as 0 if it is a sign', given: '-', want: '0' },
  ]
  for (const { name, given, want } of cases) {
    test(`${name}: ${given}`, () => expect(formatQuantity(parseQuantity(given))).toBe(want))
  }
})

describe('A quantity is refused', () => {
  const cases = [
    { name: 'if it is empty', given: '', code: 'INVALID_QUANTITY', offset: 0 },
    { name: 'if a letter is strange', given: '1x', code: 'INVALID_QUANTITY', offset: 1 },
    { name: 'if it has two points', given: '1.2.3', code: 'INVALID_QUANTITY', offset: 3 },
    { name: 'if it has a blank', given: '1 Gi', code: 'INVALID_QUANTITY', offset: 1 },
    { name: 'if the suffix is unknown', given: '5MiM', code: 'UNKNOWN_SUFFIX', offset: 1 },
    { name: 'if the suffix has the wrong case', given: '1K', code: 'UNKNOWN_SUFFIX', offset: 1 },
    { name: 'if the exponent is missing', given: '1e', code: 'UNKNOWN_SUFFIX', offset: 1 },
    {
      name: 'if the exponent is out of all bounds',
      given: '1e99999999999999999999',
      code: 'UNKNOWN_SUFFIX',
      offset: 1,
    },
    { name: 'if it is a large suffix alone', given: 'Ei', code: 'INVALID_QUANTITY', offset: 0 },
    {
      name: 'if it is too long to be meant',
      given: '1'.repeat(1001),
      code: 'QUANTITY_TOO_LONG',
      offset: 1000,
    },
  ]
  for (const { name, given, code, offset } of cases) {
    test(name, () => {
      expect(() => parseQuantity(given)).toThrow(
        expect.objectContaining({ name: 'QuantityError', code, offset }),
      )
    })
  }
})

const quantity = fc
  .tuple(
    fc.constantFrom('', '-', '+'),
    fc.nat(),
    fc.constantFrom('', '.5', '.001', '.123456789012'),
    fc.constantFrom('', 'n', 'u', 'm', 'k', 'G', 'P', 'Ki', 'Gi', 'Ei', 'e3', 'E-20'),
  )
  .map(parts => parts.join(''))

test('What is stored is the same amount', () => {
  fc.assert(
    fc.property(quantity, text => {
      const given = parseQuantity(text)
      const stored = parseQuantity(formatQuantity(given))
      expect(compareQuantities(given, stored)).toBe(0)
      expect(formatQuantity(stored)).toBe(formatQuantity(given))
    }),
  )
})

test('Any text is read or refused with a place in it', () => {
  const piece = fc.constantFrom('1', '0', '.', '-', 'e', 'E', 'K', 'i', 'm', '999999', ' ')
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece).map(pieces => pieces.join('')),
      ),
      given => {
        expect(isReadOrRefused(given)).toBe(true)
      },
    ),
  )
})

function isReadOrRefused(given: string): boolean {
  try {
    formatQuantity(parseQuantity(given))
    return true
  } catch (error) {
    return error instanceof QuantityError && error.offset <= given.length
  }
}
