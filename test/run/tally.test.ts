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
  {
    name: 'skipped tests are named with the reason, once for each',
    given: { passed: 212, failed: 0, skipped: 9 },
    skips: [
      { reason: 'zsh is not installed', count: 6 },
      { reason: 'root may read everything', count: 1 },
      { reason: 'root may read everything', count: 2 },
    ],
    want: '212 passed, 0 failed, 9 skipped (6: zsh is not installed; 3: root may read everything)',
  },
]
for (const { name, given, skips, want } of lines) {
  test(name, () => expect(closingLine(given, skips)).toBe(want))
}

test('tallies add up', () => {
  const one = { passed: 1, failed: 2, skipped: 3 }
  expect(sum([one, one, nothing])).toEqual({ passed: 2, failed: 4, skipped: 6 })
})
