import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { YamlError } from '../yaml-error.ts'
import { joinDocuments } from './join-documents.ts'
import { offsetsInWhole, splitDocuments } from './split-documents.ts'

describe('splitDocuments', () => {
  const cases = [
    { name: 'makes nothing of nothing', given: '', want: [] },
    { name: 'ends the last line', given: 'a: 1', want: ['a: 1\n'] },
    { name: 'splits at a separator', given: 'a: 1\n---\nb: 2\n', want: ['a: 1\n', 'b: 2\n'] },
    { name: 'leaves a separator at the beginning where it is', given: '---\na: 1\n', want: ['---\na: 1\n'] },
    {
      name: 'leaves the second of two separators where it is',
      given: 'a: 1\n---\n---\nb: 2\n',
      want: ['a: 1\n', '---\nb: 2\n'],
    },
    { name: 'makes no document of a separator at the end', given: 'a: 1\n---', want: ['a: 1\n'] },
    { name: 'makes documents of empty lines', given: '\n---\n\n', want: ['\n', '\n'] },
    {
      name: 'takes a comment on the line of a separator',
      given: 'a: 1\n--- # two\nb: 2\n',
      want: ['a: 1\n', 'b: 2\n'],
    },
    {
      name: 'takes a comment right behind a separator',
      given: 'a: 1\n---#two\nb: 2\n',
      want: ['a: 1\n', 'b: 2\n'],
    },
    {
      name: 'takes white space of any kind there',
      given: 'a: 1\n---\t\u00a0\u0085\nb: 2\n',
      want: ['a: 1\n', 'b: 2\n'],
    },
    { name: 'does not split at an indented separator', given: 'a: |\n  ---\n', want: ['a: |\n  ---\n'] },
    { name: 'splits inside of a quote', given: 'a: "\n---\n"\n', want: ['a: "\n', '"\n'] },
    { name: 'ends lines with LF', given: 'a: 1\r\n---\r\nb: 2\r\n', want: ['a: 1\n', 'b: 2\n'] },
    { name: 'leaves a lone CR', given: 'a: 1\rb: 2\r\r\n', want: ['a: 1\rb: 2\r\n'] },
    { name: 'does not split at ...', given: 'a: 1\n...\nb: 2\n', want: ['a: 1\n...\nb: 2\n'] },
  ]
  test.each(cases)('$name', ({ given, want }) =>
    expect(splitDocuments(given).map(({ text }) => text)).toEqual(want),
  )

  const refused = [
    { name: 'text behind a separator', given: 'a: 1\n--- b: 2\n', want: [2, 5] },
    { name: 'a fourth dash', given: '----\n', want: [1, 4] },
    { name: 'a byte order mark behind a separator', given: '---\ufeff\n', want: [1, 4] },
  ]
  test.each(refused)('refuses $name', ({ given, want: [line, column] }) => {
    expect(() => splitDocuments(given)).toThrow(YamlError)
    expect(() => splitDocuments(given)).toThrow(
      expect.objectContaining({ code: 'BAD_SEPARATOR', line, column }),
    )
  })

  test('says where a document lies, and where a place in it does', () => {
    const whole = 'a: 1\r\n---\r\nb: 2\r\nc: 3\r\n'
    const document = splitDocuments(whole)[1]
    expect(document).toEqual({ text: 'b: 2\nc: 3\n', start: 11, end: whole.length })
    expect(document && offsetsInWhole(whole, document)(5)).toBe(whole.indexOf('c'))
  })

  test('says so of every place, whichever lines end with a carriage return', () => {
    const lines = fc.array(fc.tuple(fc.constantFrom('', 'x', 'é: 1', '\r'), fc.constantFrom('\n', '\r\n')))
    fc.assert(
      fc.property(lines, given => {
        const whole = given.flat().join('')
        const document = { text: whole.replaceAll('\r\n', '\n'), start: 0, end: whole.length }
        const inWhole = offsetsInWhole(whole, document)
        // Each character is found again; a line feed where the pair began.
        const found = Array.from(document.text, (_, offset) =>
          whole.slice(inWhole(offset)).replaceAll('\r\n', '\n'),
        )
        expect(found).toEqual(Array.from(document.text, (_, offset) => document.text.slice(offset)))
      }),
    )
  })
})

describe('joinDocuments', () => {
  const lines = fc.constantFrom('a: 1', '# c', '', '  ---', '...', 'é: "😀"', '\r', '- x')
  const documents = fc.array(lines, { minLength: 1, maxLength: 4 }).map(parts => `${parts.join('\n')}\n`)

  test('is undone by splitDocuments', () => {
    fc.assert(
      fc.property(fc.array(documents), texts => {
        const wanted = texts.map(text => text.replaceAll('\r\n', '\n'))
        expect(splitDocuments(joinDocuments(texts)).map(({ text }) => text)).toEqual(wanted)
      }),
    )
  })

  test('keeps a separator that begins a document', () => {
    expect(splitDocuments(joinDocuments(['a: 1', '---\nb: 2\n'])).map(({ text }) => text)).toEqual([
      'a: 1\n',
      '---\nb: 2\n',
    ])
  })

  test('leaves empty documents out', () => expect(joinDocuments(['', 'a: 1\n', ''])).toBe('a: 1\n'))
})
