import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readGoYaml, readStrictYaml } from './read-go-yaml.ts'
import { YamlError } from './yaml-error.ts'

describe('readGoYaml', () => {
  const cases = [
    { name: 'reads nothing as null', given: '', want: null },
    { name: 'reads comments alone as null', given: '# nothing\n\n# at all\n', want: null },
    { name: 'reads a bare marker as null', given: '---\n', want: null },
    { name: 'reads a mapping', given: 'a: 1\nb: x\n', want: { a: 1, b: 'x' } },
    { name: 'reads JSON', given: '{"a": [1, true, null, "x"]}', want: { a: [1, true, null, 'x'] } },
    { name: 'reads a list as deep as its key', given: 'a:\n- 1\n- 2\nb: 3\n', want: { a: [1, 2], b: 3 } },
    {
      name: 'reads collections on the line of their dash',
      given: '- - a\n  - b: 1\n    c: 2\n',
      want: [['a', { b: 1, c: 2 }]],
    },
    {
      name: 'reads values that were left out as null',
      given: 'a:\nb:\n-\n- x\n',
      want: { a: null, b: [null, 'x'] },
    },
    { name: 'drops a byte order mark', given: '\ufeffa: 1\n', want: { a: 1 } },
    { name: 'reads only the first document', given: 'a: 1\n---\nb: 2\n', want: { a: 1 } },
    {
      name: 'reads lines that end with CR LF',
      given: 'a: |\r\n  x\r\n  y\r\nb: 1\r\n',
      want: { a: 'x\ny\n', b: 1 },
    },
    { name: 'reads lines that end with NEL, as YAML 1.1', given: 'a: 1\u0085b: 2', want: { a: 1, b: 2 } },
    {
      name: 'folds a plain scalar of several lines',
      given: 'a: one\n  two\n\n  three\n',
      want: { a: 'one two\nthree' },
    },
    {
      name: 'keeps a colon inside a word',
      given: 'image: repo:5000/a:v1',
      want: { image: 'repo:5000/a:v1' },
    },
    { name: 'ends a plain scalar at a comment', given: 'a: b # c\nd: e#f', want: { a: 'b', d: 'e#f' } },
    {
      name: 'takes a colon without a blank for part of a key in braces',
      given: '{a:1}',
      want: { 'a:1': null },
    },
    { name: 'needs no blank behind the colon of a quoted key', given: '{"a":1}', want: { a: 1 } },
    { name: 'reads a pair in brackets as a mapping', given: '[a: 1, b]', want: [{ a: 1 }, 'b'] },
    { name: 'reads keys with a question mark', given: '? a\n: 1\n? b\n', want: { a: 1, b: null } },
    {
      name: 'keeps __proto__ as a key of its own',
      given: '__proto__: 1',
      want: JSON.parse('{"__proto__": 1}') as unknown,
    },
    { name: 'keeps the first of equal numbers of spaces', given: 'a: "x\\\n   y"', want: { a: 'xy' } },
    { name: 'ignores what follows a whole document on its line', given: '[1] and more', want: [1] },
    { name: 'ignores what follows a whole document below it', given: '"a"\nb: 2', want: 'a' },
    { name: 'takes empty brackets before a colon for the whole document', given: '{}: 1', want: {} },
  ]
  test.each(cases)('$name', ({ given, want }) => expect(readGoYaml(given)).toEqual(want))
})

describe('readGoYaml, of block scalars,', () => {
  const cases = [
    { name: 'keeps the lines of a literal', given: 'a: |\n  x\n   y\n\n  z\n', want: 'x\n y\n\nz\n' },
    { name: 'keeps one break at the end', given: 'a: |\n  x\n\n\n', want: 'x\n' },
    { name: 'keeps all breaks if asked to', given: 'a: |+\n  x\n\n\n', want: 'x\n\n\n' },
    { name: 'keeps no break if asked to', given: 'a: |-\n  x\n\n', want: 'x' },
    { name: 'adds no break that does not exist', given: 'a: |\n  x', want: 'x' },
    { name: 'takes the indentation from the header', given: 'a: |1\n   x\n', want: '  x\n' },
    { name: 'folds lines', given: 'a: >\n  x\n  y\n\n  z\n', want: 'x y\nz\n' },
    { name: 'does not fold deeper lines', given: 'a: >\n  x\n   y\n  z\n', want: 'x\n y\nz\n' },
    { name: 'takes a comment in the header for one', given: 'a: |- # note\n  x\n', want: 'x' },
    { name: 'takes --- inside for text', given: 'a: |\n  ---\n  x\n', want: '---\nx\n' },
  ]
  test.each(cases)('$name', ({ given, want }) => expect(readGoYaml(given)).toEqual({ a: want }))
})

describe('readGoYaml, of keys,', () => {
  const cases = [
    { name: 'makes strings of booleans', given: 'on: 1\nn: 2\n', want: { true: 1, false: 2 } },
    { name: 'makes strings of integers', given: '0x10: a\n007: b\n', want: { '16': 'a', '7': 'b' } },
    {
      name: 'writes floats with the digits of 32 bits',
      given: '0.1: a\n1234567.5: b\n1e20: c\n',
      want: { '0.1': 'a', '1.2345675e+06': 'b', '1e+20': 'c' },
    },
    { name: 'keeps dates as they are', given: '2026-01-01: a', want: { '2026-01-01': 'a' } },
    { name: 'lets the last of equal keys win', given: 'a: 1\na: 2\n', want: { a: 2 } },
    { name: 'takes yes and true for the same key', given: 'yes: 1\ntrue: 2\n', want: { true: 2 } },
    { name: 'follows an alias', given: '- &x y\n- *x : 1\n', want: [true, { true: 1 }] },
    { name: 'makes the empty string of an empty key with a tag', given: '!!str : x', want: { '': 'x' } },
    {
      name: 'reads a key of 1024 characters',
      given: `${'k'.repeat(1024)}: 1`,
      want: { ['k'.repeat(1024)]: 1 },
    },
    {
      name: 'counts characters, not their halves',
      given: `${'😀'.repeat(1024)}: 1`,
      want: { ['😀'.repeat(1024)]: 1 },
    },
  ]
  test.each(cases)('$name', ({ given, want }) => expect(readGoYaml(given)).toEqual(want))
})

describe('readGoYaml, of anchors and merge keys,', () => {
  const cases = [
    {
      name: 'repeats what an anchor names',
      given: 'a: &x {b: 1}\nc: *x\n',
      want: { a: { b: 1 }, c: { b: 1 } },
    },
    { name: 'takes the last anchor of a name', given: '- &x 1\n- &x 2\n- *x\n', want: [1, 2, 2] },
    {
      name: 'merges a mapping',
      given: 'a: &x {b: 1, c: 2}\nd:\n  <<: *x\n  b: 3\n',
      want: { a: { b: 1, c: 2 }, d: { b: 3, c: 2 } },
    },
    {
      name: 'lets merged keys win over those before, as upstream does',
      given: 'a: 1\n<<: {a: 2}\n',
      want: { a: 2 },
    },
    {
      name: 'lets the first of several merged mappings win',
      given: '<<: [{a: 1}, {a: 2, b: 3}]',
      want: { a: 1, b: 3 },
    },
    { name: 'takes a quoted << for a key', given: '"<<": {a: 1}', want: { '<<': { a: 1 } } },
  ]
  test.each(cases)('$name', ({ given, want }) => expect(readGoYaml(given)).toEqual(want))
})

describe('readGoYaml, of tags,', () => {
  const cases = [
    { name: 'makes a string of a number', given: '!!str 1', want: '1' },
    { name: 'makes a float of an integer', given: '!!float 1', want: 1 },
    { name: 'decodes base64', given: '!!binary aGVsbG8=', want: 'hello' },
    { name: 'takes a value under an unknown tag for a string', given: '!mine 1', want: '1' },
    { name: 'takes a value under a bare ! for a string', given: '! 1', want: '1' },
    { name: 'knows a tag in full', given: '!<tag:yaml.org,2002:int> "3"', want: 3 },
    { name: 'follows a %TAG directive', given: '%TAG !y! tag:yaml.org,2002:\n---\n!y!str 1', want: '1' },
    { name: 'does not look at tags of collections', given: '!!str {a: 1}', want: { a: 1 } },
    { name: 'keeps a date a string', given: '!!timestamp 2026-01-01', want: '2026-01-01' },
  ]
  test.each(cases)('$name', ({ given, want }) => expect(readGoYaml(given)).toEqual(want))
})

const refused = [
  { name: 'a value behind a value', given: 'a: b: c', want: ['SYNTAX', 1, 5] },
  { name: 'a line without a colon among keys', given: 'a: 1\nb\nc: 2\n', want: ['SYNTAX', 2, 1] },
  { name: 'a value at the column of its key', given: 'a:\nb\n', want: ['SYNTAX', 2, 1] },
  { name: 'a tab as indentation', given: 'a:\n\tb: 1\n', want: ['SYNTAX', 2, 1] },
  { name: 'a list behind its key', given: 'a: - b', want: ['SYNTAX', 1, 4] },
  { name: 'a quote that is not closed', given: 'a: "b\n', want: ['SYNTAX', 1, 4] },
  { name: 'an escape that only JSON knows', given: 'a: "\\/"', want: ['SYNTAX', 1, 5] },
  { name: 'a surrogate pair of JSON', given: '"\\ud83d\\ude00"', want: ['SYNTAX', 1, 2] },
  { name: 'a bracket that is not closed', given: '[1, 2', want: ['SYNTAX', 1, 6] },
  { name: 'a brace instead of a bracket', given: '[1}', want: ['SYNTAX', 1, 3] },
  { name: 'a word that begins with @', given: 'a: @b', want: ['SYNTAX', 1, 4] },
  { name: 'a %YAML directive for another version', given: '%YAML 1.2\n---\na: 1\n', want: ['SYNTAX', 1, 1] },
  { name: 'a directive that no --- follows', given: '%YAML 1.1\na: 1\n', want: ['SYNTAX', 2, 1] },
  { name: 'a merge of something that is not a mapping', given: '<<: 1', want: ['SYNTAX', 1, 5] },
  { name: 'a key of more than 1024 characters', given: `${'k'.repeat(1025)}: 1`, want: ['SYNTAX', 1, 1026] },
  { name: 'a control character', given: 'a: "\u0001"', want: ['BAD_CHARACTER', 1, 5] },
  { name: 'half a surrogate pair', given: 'a: \ud83d', want: ['BAD_CHARACTER', 1, 4] },
  { name: 'a second byte order mark', given: '\ufeff\ufeffa: 1', want: ['BAD_CHARACTER', 1, 2] },
  { name: 'a mapping as a key', given: '{a: 1}: 2', want: ['SYNTAX', 1, 7] },
  { name: 'a list as a key', given: '? [a]\n: 1\n', want: ['BAD_KEY', 1, 3] },
  { name: 'null as a key', given: '~: 1', want: ['BAD_KEY', 1, 1] },
  { name: 'a key above 2^63', given: 'a: 1\n18446744073709551615: 2\n', want: ['BAD_KEY', 2, 1] },
  { name: 'keys that are the same only in JSON', given: '1: a\n"1": b\n', want: ['AMBIGUOUS_KEY', 2, 1] },
  { name: 'a tag that does not fit', given: 'a: !!int x', want: ['BAD_TAG', 1, 10] },
  { name: 'a tag that is not defined', given: 'a: !x!y z', want: ['SYNTAX', 1, 4] },
  { name: 'a number that JSON does not know', given: 'a: 1\nb: .nan\n', want: ['NOT_JSON', 2, 4] },
  { name: 'an alias for nothing', given: 'a: *x', want: ['UNKNOWN_ANCHOR', 1, 4] },
  { name: 'an alias inside of what it names', given: 'a: &x [*x]', want: ['RECURSIVE_ALIAS', 1, 8] },
] as const

describe('readGoYaml refuses', () => {
  test.each(refused)('$name', ({ given, want }) => expect(faultOf(() => readGoYaml(given))).toEqual(want))

  test('what later keys replace only if it is still there', () => {
    expect(readGoYaml('a: .nan\na: {~: 1}\na: 1\n')).toEqual({ a: 1 })
  })
})

describe('readGoYaml refuses, before they cost anything,', () => {
  test('aliases that write a document many times over', () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]']
    for (let level = 1; level < 40; level++) {
      lines.push(
        `a${level}: &a${level} [${Array(10)
          .fill(`*a${level - 1}`)
          .join(', ')}]`,
      )
    }
    expect(faultOf(() => readGoYaml(lines.join('\n')))[0]).toBe('TOO_MANY_ALIASES')
  })

  test('merge keys that do the same', () => {
    const lines = ['m0: &m0 {a: 1}']
    for (let level = 1; level < 60; level++)
      lines.push(`m${level}: &m${level} {<<: [*m${level - 1}, *m${level - 1}]}`)
    expect(faultOf(() => readGoYaml(lines.join('\n')))[0]).toBe('TOO_MANY_ALIASES')
  })

  test.each(['[', '{a: ', '- ', '? ', '{? ['])('collections in collections: %s', opening => {
    expect(faultOf(() => readGoYaml(opening.repeat(200_000)))[0]).toMatch(/TOO_DEEP|BAD_KEY|SYNTAX/)
  })
})

describe('readStrictYaml', () => {
  test('reads what readGoYaml reads', () =>
    expect(readStrictYaml('a: 1\nb: [2]\n')).toEqual({ a: 1, b: [2] }))

  test('names both places of a key that comes twice', () => {
    const error = catchError(() => readStrictYaml('a:\n  b: 1\n  c: 2\n  b: 3\n'))
    expect(error).toMatchObject({ code: 'DUPLICATE_KEY', line: 4, column: 3, first: { line: 2, column: 3 } })
  })

  test('takes a key that a merge has brought for no second one', () => {
    expect(readStrictYaml('<<: {a: 1}\na: 2\n')).toEqual({ a: 2 })
  })
})

// Pieces that mean something to YAML, in any order: random characters alone would hardly ever open a bracket twice.
const pieces =
  'a|b c|1|yes|~|: |:|- |-|? |[|]|{|}|, |#| # c|&a |*a|!!str |!x |%TAG |"|\'|\\|@|\n|\n  |\n    |\t|\r\n|\u2028|\ufeff|---|...|<<: |>\n  x\n|é|😀'
const anyYaml = fc.oneof(
  fc
    .array(fc.constantFrom(...pieces.split('|'), '|', '|\n  x\n'), { maxLength: 30 })
    .map(parts => parts.join('')),
  fc.string({ unit: 'binary' }),
)

describe('readGoYaml, for any text,', () => {
  test('throws nothing but its own error, at a place that is in the text', () => {
    fc.assert(
      fc.property(anyYaml, text => {
        const error = catchError(() => readGoYaml(text))
        if (error === undefined) return
        expect(error).toBeInstanceOf(YamlError)
        expect(error.offset).toBeLessThanOrEqual(text.length)
      }),
      { numRuns: 2000 },
    )
  })

  test('reads JSON as JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false, maxDepth: 4 }), value => {
        const text = JSON.stringify(value)
        fc.pre(!/\\u|\u007f|[\u0080-\u009f\u2028\u2029\ufeff\ufffe\uffff]/.test(text) && !text.includes('e+'))
        // Of these JSON.parse loses digits, and we do not.
        fc.pre(!/(?<![.\d])\d{16}/.test(text))
        expect(readGoYaml(text)).toEqual(JSON.parse(text))
      }),
    )
  })
})

function faultOf(read: () => unknown): readonly unknown[] {
  const error = catchError(read)
  return [error?.code, error?.line, error?.column]
}

function catchError(read: () => unknown): YamlError | undefined {
  try {
    read()
    return undefined
  } catch (error) {
    if (error instanceof YamlError) return error
    throw error
  }
}
