import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answerCel } from '#test/domain/answer-cel.ts'
import { CelError } from './cel-error.ts'
import { parseCel } from './parse-cel.ts'

function place(text: string): string {
  const result = parseCel(text)
  if (result.ok) return 'parsed'
  const { code, line, column, reason } = result.error
  return `${code} ${line}:${column} ${reason}`
}

describe('parseCel refuses', () => {
  const cases = [
    {
      name: 'an empty expression at its end',
      given: '',
      want: 'CEL_SYNTAX 1:1 expected a value, found the end',
    },
    { name: 'a comment alone', given: '// nothing', want: 'CEL_SYNTAX 1:11 expected a value, found the end' },
    { name: 'a missing operand', given: '1 +', want: 'CEL_SYNTAX 1:4 expected a value, found the end' },
    {
      name: 'a missing operator',
      given: 'a\n  b',
      want: 'CEL_SYNTAX 2:3 expected an operator or the end, found "b"',
    },
    { name: 'an open parenthesis', given: '(1', want: 'CEL_SYNTAX 1:3 expected ")", found the end' },
    {
      name: 'a field without a name',
      given: 'status.',
      want: 'CEL_SYNTAX 1:8 expected a name, found the end',
    },
    { name: 'a keyword as a field', given: 'a.in', want: 'CEL_SYNTAX 1:3 expected a name, found "in"' },
    {
      name: 'a reserved word as a variable',
      given: '1 + package',
      want: 'CEL_SYNTAX 1:5 reserved identifier: package',
    },
    { name: 'a reserved word as a function', given: 'if(x)', want: 'CEL_SYNTAX 1:1 reserved identifier: if' },
    {
      name: 'a comma behind the last argument',
      given: 'f(1,)',
      want: 'CEL_SYNTAX 1:5 expected a value, found ")"',
    },
    { name: 'two commas in a list', given: '[1,,]', want: 'CEL_SYNTAX 1:4 expected a value, found ","' },
    { name: 'an unknown character', given: 'a # b', want: 'CEL_SYNTAX 1:3 unexpected character "#"' },
    { name: 'half an operator', given: 'a & b', want: 'CEL_SYNTAX 1:3 unexpected character "&"' },
    {
      name: 'the first of two mistakes',
      given: 'a b #',
      want: 'CEL_SYNTAX 1:3 expected an operator or the end, found "b"',
    },
    { name: 'a string without an end', given: "'abc", want: 'CEL_SYNTAX 1:1 this literal has no end' },
    {
      name: 'a line break in a short string',
      given: "'a\nb'",
      want: 'CEL_SYNTAX 1:1 this literal has no end',
    },
    {
      name: 'an unknown escape',
      given: String.raw`'\q'`,
      want: String.raw`CEL_SYNTAX 1:2 unknown escape "\\q"`,
    },
    {
      name: 'a surrogate as a character',
      given: String.raw`'\ud800'`,
      want: 'CEL_SYNTAX 1:1 invalid unicode code point',
    },
    {
      name: 'a character in bytes by its number',
      given: String.raw`b'\u0041'`,
      want: 'CEL_SYNTAX 1:1 unable to unescape string',
    },
    {
      name: 'an int that is too large',
      given: '9223372036854775808',
      want: 'CEL_SYNTAX 1:1 invalid int literal',
    },
    {
      name: 'a uint that is too large',
      given: '18446744073709551616u',
      want: 'CEL_SYNTAX 1:1 invalid uint literal',
    },
    { name: 'a double that is too large', given: '1e999', want: 'CEL_SYNTAX 1:1 invalid double literal' },
    {
      name: 'a minus before a negation',
      given: '-!true',
      want: 'CEL_SYNTAX 1:2 expected a value, found "!"',
    },
    {
      name: 'has() of something else than a field',
      given: 'has(a)',
      want: 'CEL_SYNTAX 1:5 invalid argument to has() macro',
    },
    {
      name: 'a macro variable that is no name',
      given: '[1].all(x.y, true)',
      want: 'CEL_SYNTAX 1:11 argument must be a simple name',
    },
    {
      name: 'the accumulator as a variable',
      given: '[1].map(__result__, 1)',
      want: 'CEL_SYNTAX 1:9 iteration variable overwrites accumulator variable',
    },
    {
      name: 'an optMap variable that is no name',
      given: 'a.optMap(1, 2)',
      want: 'CEL_SYNTAX 1:10 optMap() variable name must be a simple identifier',
    },
  ]
  for (const { name, given, want } of cases) {
    test(name, () => expect(place(given)).toBe(want))
  }
})

describe('parseCel finds what Flux finds before it has seen an object:', () => {
  const cases = [
    {
      name: 'a conversion that fails, even where it is not reached',
      given: "true || int('x') == 1",
      want: "CEL_INVALID 1:9 type conversion error from 'string' to 'int'",
    },
    {
      name: 'a regular expression that is wrong',
      given: "a.matches('[')",
      want: 'CEL_INVALID 1:3 error parsing regexp: missing closing ]: `[`',
    },
    {
      name: 'an unknown function without arguments',
      given: 'foo()',
      want: 'CEL_INVALID 1:1 no such overload: foo()',
    },
    {
      name: 'too few arguments',
      given: "'a'.startsWith()",
      want: 'CEL_INVALID 1:5 no such overload: startsWith(arg)',
    },
    {
      name: 'too many arguments',
      given: 'size(1, 2)',
      want: 'CEL_INVALID 1:1 no such overload: size(lhs, rhs)',
    },
    {
      name: 'a key that cannot be one',
      given: 'a[null]',
      want: 'CEL_INVALID 1:2 invalid qualifier type: null_type',
    },
    { name: 'an unknown message', given: 'Foo{}', want: 'CEL_INVALID 1:1 unknown type: Foo' },
    {
      name: 'a message that cannot be made here',
      given: 'google.protobuf.Empty{}',
      want: 'CEL_UNSUPPORTED 1:1 messages cannot be made here: google.protobuf.Empty',
    },
    {
      name: 'a computed key behind has()',
      given: 'has(a.b)[c]',
      want: 'CEL_INVALID 1:9 test only expressions must have constant qualifiers',
    },
  ]
  for (const { name, given, want } of cases) {
    test(name, () => expect(place(given)).toBe(want))
  }

  test('an unknown function with arguments is none of that', () => expect(place('foo(1)')).toBe('parsed'))
})

describe('parseCel reads', () => {
  const cases = [
    { name: 'products before sums', given: '1 + 2 * 3', want: 7 },
    { name: 'sums from the left', given: '10 - 3 - 2', want: 5 },
    { name: 'sums before relations before &&', given: '1 + 1 == 2 && 2 > 1', want: true },
    { name: '&& before ||', given: 'true || false && false', want: true },
    { name: 'a conditional from the right', given: 'false ? 1 : false ? 2 : 3', want: 3 },
    { name: 'the smallest int', given: '-9223372036854775808', want: -9223372036854775808n },
    { name: 'a minus apart from its number', given: '- 5', want: -5 },
    { name: 'two minus signs as none', given: "--'a'", want: 'a' },
    { name: 'hexadecimal numbers', given: '0x1F + -0x10', want: 15 },
    { name: 'doubles without leading digits', given: '.5e1', want: 5 },
    { name: 'a field of a number', given: '{1: {"e5": 2}}[1].e5', want: 2 },
    {
      name: 'commas behind the last element, or alone',
      given: '[[1,], [,], {1: 2,}.size(), {,}.size()]',
      want: [[1], [], 1, 0],
    },
    { name: 'back-quoted fields', given: "{'a-b/c.d e': 1}.`a-b/c.d e`", want: 1 },
    { name: 'reserved words as fields', given: "{'package': 1}.package", want: 1 },
    { name: 'comments', given: '1 // one\n + 1', want: 2 },
    {
      name: 'every escape',
      given: String.raw`'\a\b\f\n\r\t\v\\\'\"\?\`\x41\101\u00e9\U0001F600'`,
      want: '\u0007\b\f\n\r\t\v\\\'"?`AAé😀',
    },
    { name: 'raw strings', given: String.raw`r'\d' + R"\n"`, want: String.raw`\d\n` },
    { name: 'long strings, and every line break as a line feed', given: '"""a\r\nb"c"""', want: 'a\nb"c' },
    { name: 'bytes, whose escapes are bytes', given: String.raw`b'é\xff\101'`, want: 'w6n/QQ==' },
    {
      name: 'a keyword that a name begins with',
      given: "{'index': 1, 'trueish': 2}.index in [1]",
      want: true,
    },
  ]
  for (const { name, given, want } of cases) {
    test(name, () => expect(answerCel(given)).toEqual({ value: want }))
  }
})

describe('parseCel has limits:', () => {
  const tooDeep = 'CEL_TOO_LARGE'
  const cases = [
    { name: '249 parentheses pass', given: nested('(', ')', 249), want: 'parsed' },
    { name: '250 parentheses do not', given: nested('(', ')', 250), want: tooDeep },
    { name: '100,000 parentheses do not either', given: '('.repeat(100_000), want: tooDeep },
    { name: '250 operators in a row pass', given: `1${'+1'.repeat(250)}`, want: 'parsed' },
    { name: '251 operators in a row do not', given: `1${'+1'.repeat(251)}`, want: tooDeep },
    { name: '251 fields in a row do not pass', given: `a${'.a'.repeat(251)}`, want: tooDeep },
    { name: '9,000 terms of && pass', given: `a${'&&a'.repeat(9_000)}`, want: 'parsed' },
    { name: '20,001 tokens do not', given: `a${'&&a'.repeat(10_000)}`, want: tooDeep },
    { name: '100,000 characters pass', given: 'a'.repeat(100_000), want: 'parsed' },
    { name: '100,001 characters do not', given: 'a'.repeat(100_001), want: tooDeep },
    { name: 'characters count, not UTF-16 units', given: `'${'😀'.repeat(99_998)}'`, want: 'parsed' },
    {
      name: 'a huge regular expression does not pass',
      given: `a.matches('${'a{1000}'.repeat(1000)}')`,
      want: tooDeep,
    },
    { name: 'optMap in optMap does not grow', given: `a${'.optMap(v, v)'.repeat(200)}`, want: 'parsed' },
  ]
  for (const { name, given, want } of cases) {
    test(name, () => expect(place(given).split(' ')[0]).toBe(want))
  }
})

function nested(open: string, close: string, times: number): string {
  return `${open.repeat(times)}1${close.repeat(times)}`
}

const fragments =
  'a . ( ) [ ] { } ? : , - ! && || == \' " \\ ` 1 0x u r b // has( .all(x, .? [? * % 1.5 null in é 😀 \ud800 \n'
const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom(...fragments.split(' '), ' '), { maxLength: 40 }).map(parts => parts.join('')),
)

describe('parseCel, for any text,', () => {
  test('reports a place in it, or parses it', () => {
    const broken = texts.map(text => ({ text, result: parseCel(text) }))
    fc.assert(
      fc.property(broken, ({ text, result }) => {
        const error = result.ok ? new CelError('CEL_SYNTAX', 'none', { text, offset: 0 }) : result.error
        const before = text.slice(0, error.offset)
        expect(error.message).toMatch(/^cannot parse CEL expression: line \d+, column \d+: /)
        expect(error.offset).toBeLessThanOrEqual(text.length)
        expect(error.line).toBe(before.split('\n').length)
        expect(error.column).toBe(error.offset - before.lastIndexOf('\n'))
      }),
      { numRuns: 2000 },
    )
  })

  test('gives an expression that has a value or an error', () => {
    fc.assert(
      fc.property(texts, text => {
        const answer = answerCel(text, { a: 1, x: [1] })
        expect('value' in answer || answer.code.startsWith('CEL_')).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  test('reads back every string that is quoted as JSON', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        expect(answerCel(JSON.stringify(text))).toEqual({ value: text })
      }),
    )
  })
})
