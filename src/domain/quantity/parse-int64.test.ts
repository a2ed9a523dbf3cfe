import { expect, test } from 'vitest'
import { parseInt64 } from './parse-int64.ts'

const cases = [
  { given: '0', want: 0n },
  { given: '-0', want: 0n },
  { given: '+7', want: 7n },
  { given: '007', want: 7n },
  { given: '9223372036854775807', want: 9223372036854775807n },
  { given: '9223372036854775808', want: undefined },
  { given: '-9223372036854775808', want: -9223372036854775808n },
  { given: `${'0'.repeat(100_000)}1`, want: 1n },
  { given: '9'.repeat(1_000_000), want: undefined },
  { given: `${'0'.repeat(1_000_000)}x`, want: undefined },
  { given: '', want: undefined },
  { given: '-', want: undefined },
  { given: '1_000', want: undefined },
  { given: '1.0', want: undefined },
  { given: ' 1', want: undefined },
  { given: '0x1', want: undefined },
]
for (const { given, want } of cases) {
  test(`"${given.slice(0, 25)}" is ${want ?? 'no whole number of 64 bits'}`, () =>
    expect(parseInt64(given)).toBe(want))
}

test('A very long number takes no time', () => {
  expect(parseInt64('9'.repeat(1_000_000))).toBeUndefined()
  expect(parseInt64(`${'0'.repeat(1_000_000)}7`)).toBe(7n)
})
