import { expect, test } from 'vitest'
import { weigh } from './weigh.ts'

const cases = [
  { name: 'a text by its length', given: 'x'.repeat(1000), want: 1024 },
  { name: 'a number', given: 5, want: 8 },
  { name: 'nothing at all', given: null, want: 8 },
  { name: 'a list with a slot for each item', given: [1, 'ab'], want: 32 + 16 + 8 + 26 },
  { name: 'empty objects, which take more than their text', given: [{}, {}, {}], want: 32 + 3 * 64 },
  { name: 'the names of fields', given: { name: 'web' }, want: 56 + 32 + 4 + 27 },
]
for (const { name, given, want } of cases) {
  test(`weighs ${name}`, () => {
    expect(weigh(given)).toBe(want)
  })
}
