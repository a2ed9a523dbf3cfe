import { expect, test } from 'vitest'
import { matchesWhole } from './matches-whole.ts'

const cases = [
  { pattern: 'web', text: 'web', want: true },
  { pattern: 'web', text: 'web-1', want: false },
  { pattern: 'web.*', text: 'web-1', want: true },
  { pattern: 'a|web', text: 'web', want: true },
  { pattern: 'a|web', text: 'webs', want: false },
  { pattern: String.raw`web\.1`, text: 'web.1', want: true },
  { pattern: String.raw`web\.1`, text: 'web-1', want: false },
  { pattern: 'w(', text: 'w', want: undefined },
  { pattern: 'w(', text: 'w(', want: true },
  { pattern: '(?=w)web', text: 'web', want: undefined },
  { pattern: '.'.repeat(1_001), text: 'web', want: undefined },
]
for (const { pattern, text, want } of cases)
  test(`${pattern.slice(0, 20)} is ${want === undefined ? 'not a pattern' : want ? 'for' : 'not for'} ${text}`, () => {
    expect(matchesWhole(pattern, text)).toBe(want)
  })

// One that tries every way would not come to an end here.
test.for(['(a+)+', '(a|a)*', '(.*a){20}', `${'a?'.repeat(200)}${'a'.repeat(200)}b`])(
  '%s is answered for a text that nearly matches',
  pattern => {
    expect(matchesWhole(pattern, `${'a'.repeat(5_000)}!`)).toBe(false)
  },
)
