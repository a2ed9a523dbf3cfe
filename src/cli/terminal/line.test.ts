import { describe, expect, test } from 'vitest'
import { cell, cutLine, lineText, span, wrapLine } from './line.ts'

describe('A line of several pieces', () => {
  const line = [span('abc', 'ready'), span('  '), span('defg', 'strong')]
  const cases = [
    { name: 'stays whole where it fits', width: 9, want: line },
    {
      name: 'is cut in the piece where the room ends',
      width: 8,
      want: [span('abc', 'ready'), span('  '), span('de…', 'strong')],
    },
    { name: 'has the sign even where a piece just fits', width: 3, want: [span('ab…', 'ready')] },
    { name: 'is empty without room', width: 0, want: [] },
  ]
  test.for(cases)('$name', ({ width, want }) => expect(cutLine(line, width, '…')).toEqual(want))

  test('is not cut because of blanks at its end', () => {
    expect(cutLine([span('abc'), span('   ')], 3, '…')).toEqual([span('abc')])
  })

  test('is as wide as its cell, whatever is in it', () => {
    const texts = ['', 'abc', 'abcdefgh'].map(text => lineText([...cell([span(text)], 5, '…'), span('|')]))
    expect(texts).toEqual(['     |', 'abc  |', 'abcd…|'])
  })
})

describe('A line that is wrapped', () => {
  const line = [span('  Next: ', 'strong'), span('Add the output and apply it')]
  const cases = [
    { name: 'stays one where it fits', width: 40, want: ['  Next: Add the output and apply it'] },
    { name: 'continues below, indented', width: 22, want: ['  Next: Add the output', '    and apply it'] },
    {
      name: 'keeps a word whole that is too long',
      width: 6,
      want: ['  Next:', '    Add', '    the', '    output', '    and', '    apply', '    it'],
    },
  ]
  test.for(cases)('$name', ({ width, want }) => {
    expect(wrapLine(line, width, '    ').map(lineText)).toEqual(want)
  })

  test('keeps the style of each word', () => {
    expect(wrapLine([span('a b', 'strong'), span(' c d')], 5, ' ')).toEqual([
      [span('a b', 'strong'), span(' c')],
      [span(' d')],
    ])
  })
})
