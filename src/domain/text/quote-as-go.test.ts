import { expect, test } from 'vitest'
import { escapeAsGo, quoteAsGo } from './quote-as-go.ts'

const cases = [
  { name: 'plain text stays as it is', given: 'prod-1', want: '"prod-1"' },
  { name: 'quotes and backslashes are escaped', given: 'a"b\\c', want: '"a\\"b\\\\c"' },
  { name: 'letters of any script stay', given: 'Zürich 東京 😀', want: '"Zürich 東京 😀"' },
  { name: 'known control characters have short names', given: 'a\n\t\u0007', want: '"a\\n\\t\\a"' },
  { name: 'other control characters are bytes', given: '\u0001\u007f', want: '"\\x01\\x7f"' },
  { name: 'invisible characters are code points', given: '\u2028\u{e0001}', want: '"\\u2028\\U000e0001"' },
  { name: 'half a pair is the replacement character', given: '\ud83d', want: '"\ufffd"' },
]
for (const { name, given, want } of cases) {
  test(`In a quotation ${name}`, () => expect(quoteAsGo(given)).toBe(want))
}

test('Without quotation marks, quotes stay as they are', () => {
  expect(escapeAsGo('"a"\n')).toBe('"a"\\n')
})
