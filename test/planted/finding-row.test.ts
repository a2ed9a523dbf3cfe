import { expect, test } from 'vitest'
import { findingRow } from './finding-row.ts'
import { bugNamed } from './planted-bugs.ts'

const bug = bugNamed('gate-without-uid')

test.for([
  {
    name: 'says who found the bug, by which rule, and what was seen',
    found: { by: 'seed 7', rule: 'pause', sentence: 'labels of a paused cluster' },
    want: ' 1  gate-without-uid               1.5 s  seed 7, pause: labels of a paused cluster',
  },
  {
    name: 'says when nobody did',
    found: undefined,
    want: ' 1  gate-without-uid               1.5 s  SURVIVES',
  },
  {
    name: 'is cut where it is too long',
    found: { by: 'seed 7', rule: 'pause', sentence: 'x'.repeat(200) },
    want: ` 1  gate-without-uid               1.5 s  seed 7, pause: ${'x'.repeat(134)}…`,
  },
])('The row of a bug $name', ({ found, want }) => {
  expect(findingRow({ bug, found, seconds: 1.5 })).toBe(want)
})
