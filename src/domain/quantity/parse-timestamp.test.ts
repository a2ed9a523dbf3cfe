import { describe, expect, test } from 'vitest'
import { parseTimestamp } from './parse-timestamp.ts'

const second = 1_000_000_000n
const noon = BigInt(Date.UTC(2026, 0, 2, 12)) * 1_000_000n

describe('A time is read', () => {
  const cases = [
    { given: '2026-01-02T12:00:00Z', want: noon },
    { given: '2026-01-02T12:00:00.000000001Z', want: noon + 1n },
    { given: '2026-01-02T12:00:00.5Z', want: noon + second / 2n },
    { given: '2026-01-02T12:00:00.1234567899Z', want: noon + 123_456_789n },
    { given: '2026-01-02T13:30:00+01:30', want: noon },
    { given: '2026-01-02T10:00:01-02:00', want: noon + second },
    { given: '1969-12-31T23:59:59Z', want: -second },
    { given: '2024-02-29T00:00:00Z', want: BigInt(Date.UTC(2024, 1, 29)) * 1_000_000n },
  ]
  for (const { given, want } of cases) test(given, () => expect(parseTimestamp(given)).toBe(want))
})

describe('What is no time was before all else', () => {
  const cases = [
    undefined,
    '',
    'yesterday',
    '2026-01-02',
    '2026-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-01-02T24:00:00Z',
  ]
  for (const given of cases) {
    test(String(given), () =>
      expect(parseTimestamp(given)).toBeLessThan(parseTimestamp('0001-01-01T00:00:00Z')),
    )
  }
})
