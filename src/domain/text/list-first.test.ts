import { expect, test } from 'vitest'
import { listFirst } from './list-first.ts'

test('a list of three is whole, and a longer one says how many are left out', () => {
  expect([[], ['a'], ['a', 'b', 'c'], ['a', 'b', 'c', 'd', 'e']].map(listFirst)).toEqual([
    '',
    'a',
    'a, b, c',
    'a, b, c and 2 more',
  ])
})
