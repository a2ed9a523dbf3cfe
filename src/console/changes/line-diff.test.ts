import { assert, property, array, constantFrom } from 'fast-check'
import { expect, test } from 'vitest'
import { lineDiff } from './line-diff.ts'

const cases = [
  { name: 'a new file', before: '', after: 'a\nb\n', want: '+a +b' },
  { name: 'a removed file', before: 'a\n', after: '', want: '-a' },
  { name: 'a line in the middle', before: 'a\nb\nc\n', after: 'a\nx\nc\n', want: ' a -b +x  c' },
  { name: 'nothing', before: 'a\n', after: 'a\n', want: ' a' },
]

const signs = { same: ' ', added: '+', removed: '-' } as const

test.for(cases)('The lines that differ are told: $name', ({ before, after, want }) => {
  expect(
    lineDiff(before, after)
      .map(({ op, text }) => signs[op] + text)
      .join(' '),
  ).toBe(want)
})

const lines = array(constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 })

test('Without the added lines it is the text before, without the removed ones the text after', () => {
  assert(
    property(lines, lines, (before, after) => {
      const found = lineDiff(before.join('\n'), after.join('\n'))
      const without = (op: 'added' | 'removed') =>
        found.filter(line => line.op !== op).map(({ text }) => text)
      expect(without('added')).toEqual(before)
      expect(without('removed')).toEqual(after)
    }),
  )
})
