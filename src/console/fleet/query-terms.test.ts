import { expect, test } from 'vitest'
import { toggleTerm, withoutTerm } from './query-terms.ts'

const cases = [
  { name: 'takes the place of the standard', query: '-is:ready', term: 'is:held', want: 'is:held' },
  {
    name: 'keeps what else is asked',
    query: 'payments env=prod',
    term: 'is:held',
    want: 'payments env=prod is:held',
  },
  {
    name: 'takes the place of another of its kind',
    query: 'a is:failed',
    term: 'is:held',
    want: 'a is:held',
  },
  { name: 'goes when it is chosen again', query: 'a is:held', term: 'is:held', want: 'a' },
  { name: 'leaves the standard when it was alone', query: 'is:held', term: 'is:held', want: '-is:ready' },
]
test.for(cases)('a filter that is chosen $name', ({ query, term, want }) => {
  expect(toggleTerm(query, term, '-is:ready')).toBe(want)
})

test('of two equal words one is taken away', () => {
  expect(withoutTerm('a b a', 'a')).toBe('b a')
})
