import { describe, expect, test } from 'vitest'
import { formatQuantity } from './format-quantity.ts'
import { parseQuantity } from './parse-quantity.ts'
import { addQuantities, compareQuantities } from './quantity.ts'

describe('Quantities are compared by amount', () => {
  const cases = [
    { a: '1', b: '1000m', want: 0 },
    { a: '1Ki', b: '1k', want: 1 },
    { a: '-1', b: '1n', want: -1 },
    { a: '-2', b: '-1', want: -1 },
    { a: '-1e1000000000', b: '-1', want: -1 },
    { a: '0', b: '0Ki', want: 0 },
    { a: '0', b: '-1', want: 1 },
    { a: '9.99', b: '10', want: -1 },
    { a: '1e1000000000', b: '9e999999999', want: 1 },
    { a: '1e1000000000', b: '10e999999999', want: 0 },
  ]
  for (const { a, b, want } of cases) {
    test(`${a} and ${b}`, () => {
      expect(compareQuantities(parseQuantity(a), parseQuantity(b))).toBe(want)
      expect(compareQuantities(parseQuantity(b), parseQuantity(a))).toBe(want === 0 ? 0 : -want)
    })
  }
})

describe('Quantities are added exactly', () => {
  const cases = [
    { name: 'in the format of the first', a: '1Gi', b: '1G', want: '2073741824' },
    { name: 'in binary steps where they fit', a: '1Gi', b: '512Mi', want: '1536Mi' },
    { name: 'in the format of the second if the first is zero', a: '0', b: '1024', want: '1024' },
    { name: 'in the format of the first if the second is zero', a: '1.50', b: '0Ki', want: '1500m' },
    { name: 'across scales', a: '100m', b: '1e-9', want: '100000001n' },
    { name: 'to nothing', a: '5', b: '-5', want: '0' },
    { name: 'beyond 64 bits', a: '9223372036854775807', b: '1', want: '9223372036854775808' },
  ]
  for (const { name, a, b, want } of cases) {
    test(name, () => expect(formatQuantity(addQuantities(parseQuantity(a), parseQuantity(b)))).toBe(want))
  }
})

test('Quantities too far apart are not added, as the sum would fill the memory', () => {
  expect(() => addQuantities(parseQuantity('1e1000000000'), parseQuantity('1'))).toThrow(
    expect.objectContaining({ code: 'QUANTITIES_TOO_FAR_APART' }),
  )
})
