import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { positionAt, positionsIn } from './position.ts'

describe('positionAt', () => {
  const cases = [
    { name: 'begins at line 1, column 1', given: ['abc', 0], want: [1, 1] },
    { name: 'counts columns', given: ['abc', 2], want: [1, 3] },
    { name: 'counts lines', given: ['a\nb\nc', 4], want: [3, 1] },
    { name: 'takes CR LF for one break', given: ['a\r\nb', 3], want: [2, 1] },
    { name: 'takes a lone CR for a break', given: ['a\rb', 2], want: [2, 1] },
    { name: 'leaves a line break on its line', given: ['a\nb', 1], want: [1, 2] },
    { name: 'stays inside the text', given: ['a\nb', 99], want: [2, 2] },
  ] as const
  test.each(cases)('$name', ({ given: [text, offset], want: [line, column] }) => {
    expect(positionAt(text, offset)).toMatchObject({ line, column })
  })
})

test('positionsIn finds the same places as positionAt', () => {
  const texts = fc.array(fc.constantFrom('a', '\n', '\r', '\r\n', '😀')).map(parts => parts.join(''))
  fc.assert(
    fc.property(texts, fc.nat({ max: 40 }), (text, at) => {
      const offset = Math.min(at, text.length)
      expect(positionsIn(text)(offset)).toEqual(positionAt(text, offset))
    }),
  )
})
