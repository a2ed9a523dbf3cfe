import { describe, expect, test } from 'vitest'
import { fieldDifferences } from './prove-values.ts'

describe('Two values differ', () => {
  const cases: readonly (readonly [name: string, one: unknown, other: unknown, paths: readonly string[]])[] =
    [
      ['nowhere if they are the same', { a: [1, { b: 'x' }] }, { a: [1, { b: 'x' }] }, []],
      ['nowhere if a number is only read in another way', { a: 1n }, { a: 1 }, []],
      ['by their types', { a: '1', b: 'true', c: null }, { a: 1, b: true, c: 'null' }, ['a', 'b', 'c']],
      ['by an item more', { a: [1] }, { a: [1, 2] }, ['a[1]']],
      ['by a key that is there and empty', { a: null }, {}, ['a']],
      ['by a list in the place of a map', { a: [] }, { a: {} }, ['a']],
    ]
  for (const [name, one, other, paths] of cases) {
    test(name, () => expect(fieldDifferences(one, other).map(({ path }) => path)).toEqual(paths))
  }
})
