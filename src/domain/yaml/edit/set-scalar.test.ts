import { describe, expect, test } from 'vitest'
import { setScalar } from './set-scalar.ts'
import { YamlEditError } from './yaml-edit-error.ts'

const text = `# head
a: 1 # one
list:
  - "double"   # kept
  - 'single'
  - plain # kept
lines: |
  one
  two

# tail
empty:   # kept
flow: {x: 1, w: , z: [a, b]}
folded: >-
  some
  text
`

describe('setScalar', () => {
  const cases = [
    { name: 'a number', path: ['a'], value: 2, from: 'a: 1 #', to: 'a: 2 #' },
    { name: 'a word that needs quotes', path: ['a'], value: 'yes', from: 'a: 1 #', to: 'a: "yes" #' },
    {
      name: 'a number in quotes by a string in quotes',
      path: ['list', 0],
      value: '2',
      from: '"double"',
      to: '"2"',
    },
    { name: 'a string in quotes by a number', path: ['list', 0], value: 2, from: '"double"', to: '2' },
    { name: 'a string in single quotes', path: ['list', 1], value: "it's", from: "'single'", to: "'it''s'" },
    { name: 'a plain string', path: ['list', 2], value: 'a: b', from: 'plain #', to: '"a: b" #' },
    {
      name: 'a plain string by several lines',
      path: ['list', 2],
      value: 'a\nb',
      from: 'plain #',
      to: '"a\\nb" #',
    },
    {
      name: 'lines by lines',
      path: ['lines'],
      value: '1\n2\n3\n',
      from: '  one\n  two\n',
      to: '  1\n  2\n  3\n',
    },
    {
      name: 'lines by lines with another end',
      path: ['lines'],
      value: 'x\ny',
      from: '|\n  one\n  two\n',
      to: '|-\n  x\n  y\n',
    },
    { name: 'lines by a number', path: ['lines'], value: 7, from: '|\n  one\n  two\n', to: '7\n' },
    {
      name: 'a value that was left out',
      path: ['empty'],
      value: 'x',
      from: 'empty:   #',
      to: 'empty: x   #',
    },
    { name: 'a value in braces', path: ['flow', 'x'], value: 'a, b', from: '{x: 1,', to: '{x: "a, b",' },
    {
      name: 'a value that was left out in braces',
      path: ['flow', 'w'],
      value: true,
      from: 'w: ,',
      to: 'w: true ,',
    },
    { name: 'an item in brackets', path: ['flow', 'z', 1], value: null, from: '[a, b]', to: '[a, null]' },
    {
      name: 'a folded text',
      path: ['folded'],
      value: 'x\ny',
      from: '>-\n  some\n  text\n',
      to: '|-\n  x\n  y\n',
    },
  ]
  test.each(cases)('replaces $name and nothing else', ({ path, value, from, to }) => {
    expect(text.split(from)).toHaveLength(2)
    expect(setScalar(text, path, value)).toBe(text.replace(from, () => to))
  })

  test('keeps lines that end with CR LF', () => {
    expect(setScalar('a: |\r\n  x\r\n\r\nb: 1\r\n', ['a'], 'y')).toBe('a: |-\n  y\r\n\r\nb: 1\r\n')
  })

  test('replaces a whole document', () => expect(setScalar('x # c\n', [], 'z')).toBe('z # c\n'))

  const refused = [
    { name: 'a value that does not exist', given: 'a: 1', path: ['b'], want: 'NOT_FOUND' },
    { name: 'a mapping', given: 'a: {b: 1}', path: ['a'], want: 'NOT_A_SCALAR' },
    { name: 'an alias', given: 'a: &x 1\nb: *x', path: ['b'], want: 'NOT_A_SCALAR' },
    { name: 'what an alias repeats', given: 'a: &x 1\nb: *x', path: ['a'], want: 'SHARED' },
    { name: 'what a merge key brings', given: 'a: &x {c: 1}\nb: {<<: *x}', path: ['b', 'c'], want: 'SHARED' },
    { name: 'a value whose tag does not fit', given: 'a: !!int 1', path: ['a'], want: 'SHARED' },
  ]
  test.each(refused)('refuses $name', ({ given, path, want }) => {
    expect(() => setScalar(given, path, 'x')).toThrow(YamlEditError)
    expect(() => setScalar(given, path, 'x')).toThrow(expect.objectContaining({ code: want }))
  })
})
