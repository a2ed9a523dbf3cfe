import { describe, expect, test } from 'vitest'
import { compareResourceVersions, hasReached, isOlderVersion } from './resource-version.ts'

describe('Two versions', () => {
  const cases = [
    {
      name: 'are compared as numbers, not as words',
      a: '9',
      b: '10',
      want: { order: -1, older: true, reached: false },
    },
    { name: 'may be equal', a: '42', b: '42', want: { order: 0, older: false, reached: true } },
    { name: 'may be the other way round', a: '43', b: '42', want: { order: 1, older: false, reached: true } },
    {
      name: 'are exact beyond what a number holds',
      a: '90071992547409930',
      b: '90071992547409931',
      want: { order: -1, older: true, reached: false },
    },
    {
      name: 'say nothing when one is no number',
      a: 'x1',
      b: '2',
      want: { order: undefined, older: false, reached: false },
    },
    {
      name: 'say nothing when one is 0, which means any',
      a: '0',
      b: '2',
      want: { order: undefined, older: false, reached: false },
    },
    {
      name: 'say nothing when one is absent',
      a: undefined,
      b: '2',
      want: { order: undefined, older: false, reached: false },
    },
    {
      name: 'may be the same without being numbers',
      a: 'x',
      b: 'x',
      want: { order: undefined, older: false, reached: true },
    },
  ]
  for (const { name, a, b, want } of cases) {
    test(name, () => {
      expect({
        order: compareResourceVersions(a, b),
        older: isOlderVersion(a, b),
        reached: hasReached(a, b),
      }).toEqual(want)
    })
  }
})
