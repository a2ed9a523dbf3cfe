import { expect, test } from 'vitest'
import { spanOf } from './span-of.ts'

const cases = [
  { given: 0, want: '0s' },
  { given: 999, want: '0s' },
  { given: -5000, want: '0s' },
  { given: 42_000, want: '42s' },
  { given: 252_000, want: '4m12s' },
  { given: 300_000, want: '5m' },
  { given: 724_000, want: '12m04s' },
  { given: 11_100_000, want: '3h05m' },
  { given: 10_800_000, want: '3h' },
  { given: 532_800_000, want: '6d4h' },
  { given: 518_460_000, want: '6d' },
]

test.for(cases)('$given ms are $want', ({ given, want }) => {
  expect(spanOf(given)).toBe(want)
})
