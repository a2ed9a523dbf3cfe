import { expect, test } from 'vitest'
import { closingLine, nothing, sum } from './tally.ts'

const lines = [
  {
    name: 'a run without skipped tests does not speak of them',
    given: { ...nothing, passed: 3 },
    want: '3 passed, 0 failed',
  },
  {
    name: 'skipped tests come last',
    given: { passed: 212, failed: 1, skipped: 23 },
    want: '212 passed, 1 failed, 23 skipped',
  },
]
for (const { name, given, want } of lines) {
  test(name, () => expect(closingLine(given)).toBe(want))
}

test('tallies add up', () => {
  const one = { passed: 1, failed: 2, skipped: 3 }
  expect(sum([one, one, nothing])).toEqual({ passed: 2, failed: 4, skipped: 6 })
})
