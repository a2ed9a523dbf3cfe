import { describe, expect, test } from 'vitest'
import { changeFirst, toGoLower, toGoUpper } from './go-case.ts'

describe('case as Go has it', () => {
  const cases = [
    { name: 'is that of JavaScript for ASCII', text: 'aBc-1', upper: 'ABC-1', lower: 'abc-1' },
    { name: 'is that of JavaScript for a letter with one capital', text: 'éÉ𐐨', upper: 'ÉÉ𐐀', lower: 'éé𐐨' },
    { name: 'keeps a letter that has no capital of its own', text: 'ßŉﬁ', upper: 'ßŉﬁ', lower: 'ßŉﬁ' },
    { name: 'knows the capitals of Greek vowels with an iota', text: 'ᾳᾠ', upper: 'ᾼᾨ', lower: 'ᾳᾠ' },
    { name: 'does not look at the place of a sigma', text: 'ΟΔΟΣ', upper: 'ΟΔΟΣ', lower: 'οδοσ' },
    { name: 'drops the dot of a Turkish capital', text: 'İ', upper: 'İ', lower: 'i' },
  ]
  for (const { name, text, upper, lower } of cases) {
    test(name, () => expect([toGoUpper(text), toGoLower(text)]).toEqual([upper, lower]))
  }
})

test('changeFirst changes the first character, also one of two units', () => {
  expect(changeFirst('𐐨𐐨', toGoUpper)).toBe('𐐀𐐨')
  expect(changeFirst('', toGoUpper)).toBe('')
})
