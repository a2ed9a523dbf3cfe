import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EnvsubstError, type EnvsubstErrorCode } from './envsubst-error.ts'
import { expand, lookupIn } from './expand.ts'

interface Case {
  readonly name: string
  readonly text: string
  readonly vars?: Record<string, string>
  readonly want: string
}

function fill(text: string, vars: Record<string, string> = {}): string {
  const expansion = expand(text, lookupIn(vars), 'lenient')
  return expansion.ok ? expansion.text : 'unset'
}

function strictly(text: string, vars: Record<string, string> = {}) {
  return expand(text, lookupIn(vars), 'strict')
}

function errorOf(work: () => unknown): EnvsubstError | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    if (error instanceof EnvsubstError) return error
    throw error
  }
}

function codeOf(work: () => unknown): EnvsubstErrorCode | undefined {
  return errorOf(work)?.code
}

function check(cases: readonly Case[]): void {
  for (const { name, text, vars, want } of cases) test(name, () => expect(fill(text, vars)).toBe(want))
}

describe('plain text', () => {
  check([
    { name: 'stays as it is', text: 'a {b} $(c) `d` {{ .e }}', want: 'a {b} $(c) `d` {{ .e }}' },
    { name: 'may be empty', text: '', want: '' },
    { name: 'keeps a dollar sign that begins nothing', text: '$HOME costs 5$', want: '$HOME costs 5$' },
    { name: 'has two dollar signs for one', text: '$$HOME', want: '$HOME' },
    {
      name: 'escapes an expression with two dollar signs',
      text: '$${a} ${a}',
      vars: { a: '1' },
      want: '${a} 1',
    },
    { name: 'counts dollar signs in pairs', text: '$$$${a}$$$', vars: { a: '1' }, want: '$${a}$$' },
    { name: 'keeps backslashes', text: '\\\\.\\pipe\\x', want: '\\\\.\\pipe\\x' },
    { name: 'ends at a NUL character, whatever follows', text: 'a${b}\0${', vars: { b: '!' }, want: 'a!' },
    { name: 'has a lone surrogate replaced, which Go cannot hold', text: 'a\ud800b', want: 'a\ufffdb' },
  ])
})

describe('a variable', () => {
  check([
    {
      name: 'is replaced by its value',
      text: 'region: ${region}',
      vars: { region: 'eu' },
      want: 'region: eu',
    },
    { name: 'is empty when it is not set', text: '[${nothing}]', want: '[]' },
    { name: 'is replaced wherever it stands', text: '${a}${a}-${a}', vars: { a: 'x' }, want: 'xx-x' },
    {
      name: 'may begin with a digit or an underscore',
      text: '${1a}${_}',
      vars: { '1a': 'x', _: 'y' },
      want: 'xy',
    },
    { name: 'may have letters of any script', text: '${größe}', vars: { größe: 'XL' }, want: 'XL' },
    {
      name: 'is not read again after it is filled',
      text: '${a}',
      vars: { a: '${b}', b: 'no' },
      want: '${b}',
    },
    { name: 'is not found among the properties of every object', text: '[${constructor}]', want: '[]' },
  ])
})

describe('a default', () => {
  const unset = ['=', ':=', ':-', ':?', ':+']
  for (const operator of unset) {
    test(`with ${operator} is used when the variable is not set`, () => {
      expect(fill(`\${a${operator}d}`)).toBe('d')
    })
    test(`with ${operator} is used when the variable is empty`, () => {
      expect(fill(`\${a${operator}d}`, { a: '' })).toBe('d')
    })
    test(`with ${operator} is not used when the variable has a value`, () => {
      expect(fill(`\${a${operator}d}`, { a: 'x' })).toBe('x')
    })
  }
  check([
    { name: 'may be empty', text: '[${a:=}]', want: '[]' },
    { name: 'takes everything up to the brace', text: '${a:-b: "c" /d#e%f $g}', want: 'b: "c" /d#e%f $g' },
    { name: 'ends at the first brace', text: '${a:-{"b":1}}', want: '{"b":1}' },
    { name: 'may hold variables', text: '${a:-${b}-${c:-${d}}!}', vars: { b: '1', d: '2' }, want: '1-2!' },
    { name: 'knows no escapes', text: '${a:-$$ \\/ \\\\}', want: '$$ \\/ \\\\' },
  ])
})

describe('case', () => {
  check([
    { name: 'is changed for the whole value', text: '${a^^} ${a,,}', vars: { a: 'aBc' }, want: 'ABC abc' },
    {
      name: 'is changed for the first letter',
      text: '${a^} ${b,}',
      vars: { a: 'abc', b: 'ABC' },
      want: 'Abc aBC',
    },
    { name: 'of nothing is nothing', text: '[${a^}${a,}]', want: '[]' },
    {
      name: 'is not changed by two signs that differ',
      text: '${a,^}${a^,}',
      vars: { a: 'aB' },
      want: 'aBaB',
    },
  ])
})

describe('length', () => {
  check([
    { name: 'counts characters of ASCII', text: '${#a}', vars: { a: 'hello' }, want: '5' },
    { name: 'counts bytes', text: '${#a}', vars: { a: 'é日😀' }, want: '9' },
    { name: 'of nothing is zero', text: '${#a}', want: '0' },
  ])
})

describe('replacement', () => {
  check([
    { name: 'of the first place', text: '${a/o/0}', vars: { a: 'foo' }, want: 'f0o' },
    { name: 'of every place', text: '${a//o/0}', vars: { a: 'foo' }, want: 'f00' },
    { name: 'of the beginning', text: '${a/#ba/X}', vars: { a: 'banaba' }, want: 'Xnaba' },
    { name: 'of the end', text: '${a/%ba/X}', vars: { a: 'banaba' }, want: 'banaX' },
    { name: 'by nothing', text: '${a//./}', vars: { a: '1.2.3' }, want: '123' },
    {
      name: 'by nothing changes neither beginning nor end',
      text: '${a/#1/}${a/%3/}',
      vars: { a: '13' },
      want: '1313',
    },
    { name: 'takes a star for a star', text: '${a/*/x}', vars: { a: 'a*b' }, want: 'axb' },
    { name: 'takes an escaped slash', text: '${a//\\//\\/\\\\}', vars: { a: 'a/b' }, want: 'a/\\b' },
    { name: 'takes a brace as part of the pattern', text: '${a/}/x}', vars: { a: 'a}b' }, want: 'axb' },
    { name: 'takes two dollar signs for one', text: '${a/$$/x}', vars: { a: 'a$b' }, want: 'axb' },
    { name: 'takes more than one slash before it', text: '${a/b///c}', vars: { a: 'b' }, want: 'c' },
    {
      name: 'does not read dollar signs in values',
      text: '${a/b/${c}}',
      vars: { a: 'b', c: '$&$1' },
      want: '$&$1',
    },
    {
      name: 'of an empty pattern stands around every character',
      text: '${a//${e}/-}',
      vars: { a: 'é1' },
      want: '-é-1-',
    },
    {
      name: 'of the first empty pattern stands in front',
      text: '${a/${e}/-}',
      vars: { a: 'é1' },
      want: '-é1',
    },
  ])
})

describe('an expression that cannot be read', () => {
  const cases: { name: string; text: string; code: EnvsubstErrorCode }[] = [
    { name: 'has no name', text: '${}', code: 'VARIABLE_NAME_EXPECTED' },
    { name: 'begins with a space', text: '${ a}', code: 'VARIABLE_NAME_EXPECTED' },
    { name: 'ends before the name', text: '${', code: 'VARIABLE_NAME_EXPECTED' },
    { name: 'has a dash in its name', text: '${my-var}', code: 'MISSING_CLOSING_BRACE' },
    { name: 'has the default of a shell without a colon', text: '${a-b}', code: 'MISSING_CLOSING_BRACE' },
    { name: 'is not closed', text: '${a', code: 'MISSING_CLOSING_BRACE' },
    { name: 'has a default that is not closed', text: '${a:-b', code: 'ARGUMENT_EXPECTED' },
    { name: 'has a default whose variable is not closed', text: '${a:-${b}', code: 'ARGUMENT_EXPECTED' },
    { name: 'has no offset', text: '${a:}', code: 'ARGUMENT_EXPECTED' },
    { name: 'ends behind the colon', text: '${a:', code: 'BAD_SUBSTITUTION' },
    { name: 'ends behind the colon because of a NUL', text: '${a:\0', code: 'ARGUMENT_EXPECTED' },
    { name: 'has an offset that is not ASCII', text: '${a:é}', code: 'BAD_SUBSTITUTION' },
    { name: 'has no pattern', text: '${a#}', code: 'ARGUMENT_EXPECTED' },
    { name: 'has a pattern of text and variable', text: '${a#b${c}}', code: 'BAD_SUBSTITUTION' },
    { name: 'has a replacement without a second slash', text: '${a/b}', code: 'BAD_SUBSTITUTION' },
    { name: 'has three signs for its case', text: '${a^^^}', code: 'BAD_SUBSTITUTION' },
    { name: 'has a length without a name', text: '${#}', code: 'BAD_SUBSTITUTION' },
    { name: 'has a length and something else', text: '${#a:1}', code: 'BAD_SUBSTITUTION' },
  ]
  for (const { name, text, code } of cases) test(name, () => expect(codeOf(() => fill(text))).toBe(code))

  test('is located by the dollar sign of the innermost one that is wrong', () => {
    const text = 'a: 1\nb: "${ok} ${x:-${my-var}}"\n'
    expect(() => fill(text)).toThrow(
      expect.objectContaining({
        line: 2,
        column: 16,
        offset: 20,
        message: 'cannot expand "${my-var}": line 2, column 16: missing closing brace after "my": found "-"',
      }),
    )
  })
})

describe('strictness', () => {
  test('reports every use of every unset variable, with its place', () => {
    expect(strictly('a: ${one}\nb: ${two^^} ${set}\nc: ${one#x}', { set: 'x' })).toEqual({
      ok: false,
      unset: [
        { name: 'one', line: 1, column: 4, offset: 3 },
        { name: 'two', line: 2, column: 4, offset: 13 },
        { name: 'one', line: 3, column: 4, offset: 32 },
      ],
    })
  })

  test('lets a variable be empty', () =>
    expect(strictly('[${a}]', { a: '' })).toEqual({ ok: true, text: '[]' }))

  test('lets a default stand in, whatever its sign', () => {
    expect(strictly('${a=1}${a:=2}${a:-3}${a:?4}${a:+5}')).toEqual({ ok: true, text: '12345' })
  })

  test('wants the variables of a default that is not used', () => {
    expect(strictly('${a:-${b}}', { a: 'x' })).toMatchObject({ ok: false, unset: [{ name: 'b' }] })
  })

  test('tells what is missing before what goes wrong without it', () => {
    expect(strictly('${a} ${é:0:1} ${n:1:9223372036854775807}', { é: 'é', n: 'n' })).toMatchObject({
      ok: false,
    })
  })
})

describe('a value that is cut', () => {
  test('inside a character is no text any more', () => {
    expect(codeOf(() => fill('${a:0:1}', { a: 'é' }))).toBe('CHARACTER_CUT')
  })
  test('may be put together again', () => expect(fill('${a:0:1}${a:1:1}', { a: 'é' })).toBe('é'))
  test('by a pattern that was cut is no text either', () => {
    expect(codeOf(() => fill('${a#${b:0:1}}', { a: 'éa', b: 'éb' }))).toBe('CHARACTER_CUT')
  })
})

describe('limits', () => {
  test('stop expressions that stand inside each other without end', () => {
    expect(codeOf(() => fill('${a:-'.repeat(100_000)))).toBe('NESTED_TOO_DEEP')
    expect(fill(`${'${a:-'.repeat(100)}x${'}'.repeat(100)}`)).toBe('x')
  })
  test('stop a text that grows without end', () => {
    expect(codeOf(() => fill('${a}'.repeat(40), { a: 'x'.repeat(500_000) }))).toBe('RESULT_TOO_LARGE')
    expect(codeOf(() => fill('${a//x/${a}}', { a: 'x'.repeat(20_000) }))).toBe('RESULT_TOO_LARGE')
  })
  test('stop functions on values that are larger than anyone needs', () => {
    expect(codeOf(() => fill('${a^^}', { a: 'x'.repeat(500_000) }))).toBe('VALUES_TOO_LARGE')
  })
  test('stop a pattern that takes too long', () => {
    const vars = { a: 'x'.repeat(100_000), b: `*${'x'.repeat(10_000)}y` }
    expect(codeOf(() => fill('${a#${b}}', vars))).toBe('PATTERN_TOO_SLOW')
  })
})

const pieces = [
  ['${', '}', '$', '$$', ':', '-', '=', '#', '##', '%', '/', '//', '\\', '^', ',', '*', '?', '[', ']'],
  ['a', 'b', '${a}', '${b:-', '1', '-1', ' ', '\n', '\0', 'é', '😀', '\ud800'],
].flat()
const likelyText = fc.array(fc.constantFrom(...pieces), { maxLength: 20 }).map(all => all.join(''))
const anyText = fc.oneof(fc.string({ unit: 'binary' }), likelyText)
const anyVariables = fc.record({ a: anyText, b: anyText }, { requiredKeys: [] })

describe('expand, for any text and values,', () => {
  test('returns a result or throws an EnvsubstError with the place of an expression', () => {
    fc.assert(
      fc.property(anyText, anyVariables, fc.constantFrom('strict', 'lenient'), (text, vars, strictness) => {
        const error = errorOf(() => expand(text, lookupIn(vars), strictness))
        expect(error === undefined || text.startsWith('${', error.offset)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  test('gives back a text whose dollar signs are doubled', () => {
    fc.assert(
      fc.property(fc.string(), text => {
        expect(fill(text.replaceAll('$', '$$$$'))).toBe(text)
      }),
    )
  })

  test('puts any value where its variable stands', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (before, value, after) => {
        const text = `${before.replaceAll('$', '$$$$')}\${v}${after.replaceAll('$', '$$$$')}`
        expect(fill(text, { v: value })).toBe(before + value + after)
      }),
    )
  })
})
