import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readStrictYaml } from '../read-go-yaml.ts'
import type { YamlValue } from '../yaml-value.ts'
import { writeDocuments } from './join-documents.ts'
import { readDocuments } from './read-documents.ts'

describe('readDocuments', () => {
  const cases = [
    { name: 'reads every object', given: 'a: 1\n---\n{"b": 2}\n', want: [{ a: 1 }, { b: 2 }] },
    {
      name: 'drops documents without a value',
      given: '---\n---\n# c\n---\nnull\n---\na: 1\n---\n',
      want: [{ a: 1 }],
    },
    { name: 'keeps an empty object', given: '{}\n---\na: 1\n', want: [{}, { a: 1 }] },
    { name: 'ends a document at ...', given: 'a: 1\n...\n---\nb: 2\n', want: [{ a: 1 }, { b: 2 }] },
    { name: 'gives the last line its break', given: 'a: |\n  x', want: [{ a: 'x\n' }] },
    {
      name: 'drops a byte order mark before any document',
      given: '\ufeffa: 1\n---\n\ufeffb: 2\n',
      want: [{ a: 1 }, { b: 2 }],
    },
    {
      name: 'does not expand lists',
      given: 'kind: List\nitems: [{a: 1}]\n',
      want: [{ kind: 'List', items: [{ a: 1 }] }],
    },
  ]
  test.each(cases)('$name', ({ given, want }) =>
    expect(readDocuments(given).map(({ value }) => value)).toEqual(want),
  )

  const refused = [
    {
      name: 'a fault, with its place in the whole text',
      given: 'a: 1\r\n---\r\nb: 2\r\nc\r\nd: 3\r\n',
      want: ['SYNTAX', 4, 1, 17],
    },
    { name: 'a list', given: 'a: 1\n---\n# c\n- x\n', want: ['NOT_AN_OBJECT', 4, 1, 13] },
    { name: 'a scalar', given: 'hello\n', want: ['NOT_AN_OBJECT', 1, 1, 0] },
    {
      name: 'an alias for an anchor of another document',
      given: 'a: &x 1\n---\nb: *x\n',
      want: ['UNKNOWN_ANCHOR', 3, 4, 15],
    },
    {
      name: 'a %YAML directive, which is cut off from its document',
      given: '%YAML 1.1\n---\na: 1\n',
      want: ['SYNTAX', 2, 1, 10],
    },
    { name: 'the first of two faults', given: 'a: [\n---\nb: 1\n--- x\n', want: ['SYNTAX', 2, 1, 5] },
  ]
  test.each(refused)('refuses $name', ({ given, want: [code, line, column, offset] }) => {
    expect(() => readDocuments(given)).toThrow(expect.objectContaining({ code, line, column, offset }))
  })

  test('refuses keys that come twice if asked to, with both places', () => {
    const wanted = { code: 'DUPLICATE_KEY', line: 4, first: { line: 3, column: 1, offset: 9 } }
    expect(() => readDocuments('a: 1\n---\nb: 1\nb: 2\n', readStrictYaml)).toThrow(
      expect.objectContaining(wanted),
    )
  })
})

test('readDocuments reads what writeDocuments wrote, whatever it was', () => {
  const values = fc.letrec<{ value: YamlValue }>(tie => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'yes',
        '---',
        '...',
        '# x',
        'a: b',
        ' x',
        'x\n',
        '\nx\n\n',
        '\tx\ny',
        '0x1F',
        '1:30',
        '<<',
        '',
      ),
      fc.constantFrom(null, true, 0, -1.5, 1e21, 9223372036854775807n),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.string(), tie('value'), { maxKeys: 3, noNullPrototype: true }),
    ),
  })).value
  const objects = fc.dictionary(fc.string(), values, { maxKeys: 4, noNullPrototype: true })
  fc.assert(
    fc.property(fc.array(objects, { maxLength: 4 }), documents => {
      expect(readDocuments(writeDocuments(documents)).map(({ value }) => value)).toEqual(documents)
    }),
    { numRuns: 50 },
  )
})
