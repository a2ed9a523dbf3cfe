import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { CelError } from './cel-error.ts'
import { evaluateCel } from './evaluate-cel.ts'
import { parseCel } from './parse-cel.ts'

function parsed(text: string) {
  const result = parseCel(text)
  if (!result.ok) throw result.error
  return result.expression
}

function failure(text: string): CelError | undefined {
  const result = parseCel(text)
  return result.ok ? undefined : result.error
}

const broken = [
  { name: 'an unfinished call', given: 'size(', want: { code: 'CEL_SYNTAX', line: 1, column: 6 } },
  {
    name: 'a stray character on the second line',
    given: 'a +\n  #',
    want: { code: 'CEL_SYNTAX', line: 2, column: 3 },
  },
  { name: 'an open string', given: "'abc", want: { code: 'CEL_SYNTAX', line: 1, column: 1 } },
  { name: 'a whole number that is too large', given: '9223372036854775808', want: { line: 1, column: 1 } },
  { name: 'nothing at all', given: '', want: { code: 'CEL_SYNTAX', line: 1, column: 1 } },
]
for (const { name, given, want } of broken) {
  test(`${name} is reported where it stands`, () => expect(failure(given)).toMatchObject(want))
}

test('an expression that would never end is cut off by its cost', () => {
  const list = Array.from({ length: 1000 }, (_, index) => index)
  const result = evaluateCel(parsed('l.all(a, l.all(b, l.all(c, a + b + c >= 0)))'), { l: list })
  expect(result).toMatchObject({ ok: false, error: { code: 'CEL_COST_EXCEEDED' } })
})

test('a text that would grow without end is cut off by its cost', () => {
  const doubled = Array.from({ length: 40 }).reduce<string>(
    text => `[${text}].map(s, s + s)[0]`,
    "'xxxxxxxxxx'",
  )
  const result = evaluateCel(parsed(doubled), {})
  expect(result).toMatchObject({ ok: false, error: { code: 'CEL_COST_EXCEEDED' } })
})

test('a lower limit cuts off earlier', () => {
  const expression = parsed('[1, 2, 3].all(e, e > 0)')
  expect(evaluateCel(expression, {}, { costLimit: 2 })).toMatchObject({ ok: false })
  expect(evaluateCel(expression, {})).toEqual({ ok: true, value: true })
})

test('deep nesting is an error and not the end of the process', () => {
  for (const given of ['(', '[', '{', 'f(', 'a[']) {
    expect(failure(given.repeat(40_000))).toBeInstanceOf(CelError)
  }
})

test('a pattern takes linear time, whatever it is', () => {
  const result = evaluateCel(parsed("s.matches('(a+)+$')"), { s: `${'a'.repeat(5_000)}b` })
  expect(result.ok ? result.value : result.error.code).toBe(false)
})

test('any text is parsed or reported, and any expression has a value or a reason', () => {
  const piece = fc.constantFrom(
    'a',
    '1',
    '1u',
    '2.5',
    "'s'",
    '+',
    '-',
    '&&',
    '?',
    ':',
    '.',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    ',',
    'all',
    'has',
    'in',
    ' ',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), pieces => {
      const result = parseCel(pieces.join(''))
      const evaluated = result.ok ? evaluateCel(result.expression, { a: { all: [1] } }) : result
      expect(evaluated.ok || evaluated.error instanceof CelError).toBe(true)
    }),
  )
})
