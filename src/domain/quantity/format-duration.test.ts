import { expect, test } from 'vitest'
import { formatDuration } from './format-duration.ts'

const cases = [
  { given: 0n, want: '0s' },
  { given: 1n, want: '1ns' },
  { given: -1_100n, want: '-1.1µs' },
  { given: 2_200_000n, want: '2.2ms' },
  { given: 3_300_000_000n, want: '3.3s' },
  { given: 600_000_000_000n, want: '10m0s' },
  { given: 3_600_000_000_000n, want: '1h0m0s' },
  { given: 90_061_001_000_000n, want: '25h1m1.001s' },
  { given: -(2n ** 63n), want: '-2562047h47m16.854775808s' },
]
for (const { given, want } of cases) {
  test(`${given} nanoseconds are written ${want}`, () => expect(formatDuration(given)).toBe(want))
}
