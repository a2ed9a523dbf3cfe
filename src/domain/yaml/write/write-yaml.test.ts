import * as fc from 'fast-check'
import { CORE_SCHEMA, YAML11_SCHEMA, load } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import { readGoYaml } from '../read-go-yaml.ts'
import type { YamlValue } from '../yaml-value.ts'
import { YamlWriteError, writeYaml } from './write-yaml.ts'

describe('writeYaml', () => {
  const cases: { name: string; given: YamlValue; want: string }[] = [
    { name: 'writes mappings in their order', given: { b: 1, a: { c: 'x' } }, want: 'b: 1\na:\n  c: x\n' },
    {
      name: 'writes lists as deep as their key',
      given: { a: ['x', { b: 1, c: [2] }] },
      want: 'a:\n- x\n- b: 1\n  c:\n  - 2\n',
    },
    { name: 'writes lists in lists', given: [[1, [2]], []], want: '- - 1\n  - - 2\n- []\n' },
    { name: 'writes empty collections', given: { a: {}, b: [] }, want: 'a: {}\nb: []\n' },
    { name: 'writes a scalar', given: 'x', want: 'x\n' },
    { name: 'writes null', given: { a: null }, want: 'a: null\n' },
    {
      name: 'quotes what is a boolean to some',
      given: ['yes', 'No', 'on', 'y', 'TRUE'],
      want: '- "yes"\n- "No"\n- "on"\n- "y"\n- "TRUE"\n',
    },
    {
      name: 'quotes what is a number to some',
      given: ['1', '0777', '1:30', '1e3', '.5', '0x', '1_0', '-_0'],
      want: '- "1"\n- "0777"\n- "1:30"\n- "1e3"\n- ".5"\n- "0x"\n- "1_0"\n- "-_0"\n',
    },
    {
      name: 'quotes dates',
      given: ['2026-01-01', '2026-01-01T00:00:00Z'],
      want: '- "2026-01-01"\n- "2026-01-01T00:00:00Z"\n',
    },
    {
      name: 'quotes such words as keys',
      given: { on: 1, n: 2, '<<': 3, '': 4 },
      want: '"on": 1\n"n": 2\n"<<": 3\n"": 4\n',
    },
    {
      name: 'leaves words alone that are strings to all',
      given: ['1.2.3', 'v1', '--flag=:80', 'a:b', 'a#b', "it's", 'a, [b]'],
      want: "- 1.2.3\n- v1\n- --flag=:80\n- a:b\n- a#b\n- it's\n- a, [b]\n",
    },
    {
      name: 'quotes signs of YAML',
      given: ['- a', 'a: b', 'a #b', '@a', '*a', '---', ' a', 'a ', 'a:'],
      want: '- "- a"\n- "a: b"\n- "a #b"\n- "@a"\n- "*a"\n- "---"\n- " a"\n- "a "\n- "a:"\n',
    },
    {
      name: 'takes single quotes where they save escapes',
      given: ['{"a": 1}', '"\\d: x"'],
      want: '- \'{"a": 1}\'\n- \'"\\d: x"\'\n',
    },
    {
      name: 'escapes what cannot be seen',
      given: ['a\tb', '\u0000', '\u00a0', '\ufeff', '\u2028', '\ud800'],
      want: '- "a\\tb"\n- "\\u0000"\n- "\\u00a0"\n- "\\ufeff"\n- "\\u2028"\n- "\\ufffd"\n',
    },
    { name: 'writes lines as they are', given: { a: 'x\n y\n\nz\n' }, want: 'a: |\n  x\n   y\n\n  z\n' },
    { name: 'says how a text ends', given: ['x\ny', 'x\n\n'], want: '- |-\n  x\n  y\n- |+\n  x\n\n' },
    {
      name: 'says the indentation where a line does not show it',
      given: { a: ' x\ny\n' },
      want: 'a: |2\n   x\n  y\n',
    },
    { name: 'quotes a text of nothing but breaks', given: { a: '\n\n' }, want: 'a: "\\n\\n"\n' },
    {
      name: 'writes big integers with all digits',
      given: [9223372036854775807n, -1n],
      want: '- 9223372036854775807\n- -1\n',
    },
    {
      name: 'writes floats so that all read them as such',
      given: [1.5, 1e21, 1e-7, -0, 123456789012345680000],
      want: '- 1.5\n- 1.0e+21\n- 1.0e-7\n- -0.0\n- 123456789012345680000.0\n',
    },
    {
      name: 'writes a key that is too long for one behind a question mark',
      given: { ['k'.repeat(1001)]: [1] },
      want: `? ${'k'.repeat(1001)}\n:\n- 1\n`,
    },
    {
      name: 'does not break long lines',
      given: { a: 'word '.repeat(100) + 'x' },
      want: `a: ${'word '.repeat(100)}x\n`,
    },
  ]
  test.each(cases)('$name', ({ given, want }) => {
    expect(writeYaml(given)).toBe(want)
  })

  test('refuses a value that contains itself', () => {
    const loop: YamlValue[] = []
    loop.push(loop)
    expect(() => writeYaml(loop)).toThrow(YamlWriteError)
  })
})

const words = fc.constantFrom(
  ...'a|yes|N|0|1|_|.|:|: |-|- |#| #| |  |\n|\n\n|\t|\r|?|[|{|,|&|*|!|>|%|@|`|"|\'|\\|~|=|<<|---|e|x|T|\u0085|\u2028|\ufeff|é|😀'.split(
    '|',
  ),
  '|',
)
const strings = fc.array(words, { maxLength: 6 }).map(parts => parts.join(''))
const values = fc.letrec<{ value: YamlValue }>(tie => ({
  value: fc.oneof(
    { depthSize: 'small' },
    strings,
    fc.constantFrom(null, true, false, 0, -7, 1.5, 1e21, 1e-9),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(strings, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value

describe('writeYaml, for any value,', () => {
  test('writes what reads as that value, and then writes the same', () => {
    fc.assert(
      fc.property(values, value => {
        const text = writeYaml(value)
        expect(readGoYaml(text)).toEqual(value)
        expect(writeYaml(readGoYaml(text))).toBe(text)
      }),
      { numRuns: 500 },
    )
  })

  test('writes what other readers, of YAML 1.1 and 1.2, take for the same', () => {
    fc.assert(
      fc.property(values, value => {
        const text = writeYaml(value)
        expect(load(text, { schema: CORE_SCHEMA })).toEqual(value)
        expect(load(text, { schema: YAML11_SCHEMA })).toEqual(value)
      }),
      { numRuns: 500 },
    )
  })
})
