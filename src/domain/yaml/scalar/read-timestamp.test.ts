import { expect, test } from 'vitest'
import { readsAsTimestamp } from './read-timestamp.ts'

const times = [
  '2026-01-01',
  '2026-1-2',
  '2024-02-29',
  '2026-01-01T10:00:00Z',
  '2026-1-1t1:2:3.5+01:30',
  '2026-01-01  10:00:00',
  '2026-01-01 1:2:3,25',
]
const others = [
  '2026-13-01',
  '2026-02-29',
  '2026-00-01',
  '226-01-01',
  '2026-01-01T10:00:00',
  '2026-01-01 10:00',
  '2026-01-01 24:00:00',
  '2026-01-01T10:00:00+25:00',
  '2026-01-01 10:00:00 -5',
  '2026',
  '',
]

test.each(times)('%j is a time', word => expect(readsAsTimestamp(word)).toBe(true))
test.each(others)('%j is no time', word => expect(readsAsTimestamp(word)).toBe(false))
