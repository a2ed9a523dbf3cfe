import { describe, expect, test } from 'vitest'
import { findDuplicateKeys } from './find-duplicate-keys.ts'

describe('findDuplicateKeys', () => {
  const cases = [
    { name: 'finds a second key', given: 'a: 1\nb: 2\na: 3\n', want: ['a 1:1 3:1'] },
    { name: 'finds every further key', given: 'a: 1\na: 2\na: 3\n', want: ['a 1:1 2:1', 'a 1:1 3:1'] },
    { name: 'finds them at any depth', given: 'x:\n- {k: 1, "k": 2}\n', want: ['k 2:4 2:10'] },
    {
      name: 'finds keys that are the same only in JSON',
      given: 'yes: 1\n"true": 2\n',
      want: ['true 1:1 2:1'],
    },
    { name: 'does not count merge keys', given: '<<: {a: 1}\n<<: {a: 2}\na: 3\n', want: [] },
    { name: 'does not mix mappings', given: 'x: {a: 1}\ny: {a: 1}\n', want: [] },
    { name: 'finds nothing in nothing', given: '', want: [] },
  ]
  test.each(cases)('$name', ({ given, want }) => {
    const found = findDuplicateKeys(given).map(
      ({ key, first, second }) => `${key} ${first.line}:${first.column} ${second.line}:${second.column}`,
    )
    expect(found).toEqual(want)
  })
})
