import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { HelmValues } from '../copy-values.ts'
import type { SetMode } from './dialect.ts'
import { parseSetLine } from './parse-set-line.ts'
import { SetLineError, type SetLineErrorCode } from './set-line-error.ts'

// The unit "binary" of fast-check means the same, but takes seconds to set up.
const anyText = fc.string({ unit: fc.nat({ max: 0x10ffff }).map(code => String.fromCodePoint(code)) })

interface Case {
  readonly name: string
  readonly given: string
  readonly mode?: SetMode
  readonly values?: HelmValues
  readonly code: SetLineErrorCode
  readonly column: number
}

describe('a line is refused', () => {
  const cases: readonly Case[] = [
    { name: 'when a name has no value', given: 'a=1,b', code: 'NO_VALUE', column: 5 },
    { name: 'when a comma follows a name', given: 'a.b,c=1', code: 'NO_VALUE', column: 3 },
    { name: 'when nothing is set below a name', given: 'a.=x', code: 'EMPTY_MAP', column: 1 },
    {
      name: 'when it goes below text',
      given: 'x=1,a.b=1',
      values: { a: 'text' },
      code: 'NOT_A_MAP',
      column: 5,
    },
    { name: 'when it goes below null', given: 'a.b=1', values: { a: null }, code: 'NOT_A_MAP', column: 1 },
    {
      name: 'when it takes a map for a list',
      given: 'a[0]=1',
      values: { a: {} },
      code: 'NOT_A_LIST',
      column: 1,
    },
    {
      name: 'when it takes an item for a list',
      given: 'a[0][0]=1',
      values: { a: ['p'] },
      code: 'NOT_A_LIST',
      column: 6,
    },
    { name: 'when an index is no number', given: 'a[x]=1', code: 'BAD_INDEX', column: 3 },
    {
      name: 'when an index has more than 64 bits',
      given: 'a[9223372036854775808]=1',
      code: 'BAD_INDEX',
      column: 3,
    },
    { name: 'when an index is negative', given: 'a[-1]=1', code: 'NEGATIVE_INDEX', column: 3 },
    { name: 'when an index is above 65536', given: 'a[0]=1,b[65537]=1', code: 'INDEX_TOO_LARGE', column: 10 },
    { name: 'when text follows an index', given: 'a[0]b=1', code: 'TEXT_AFTER_INDEX', column: 5 },
    { name: 'when a list is not closed', given: 'a={x,y', code: 'OPEN_LIST', column: 3 },
    {
      name: 'when what should be JSON is none',
      mode: 'set-json',
      given: 'a=[1,x]',
      code: 'BAD_JSON',
      column: 6,
    },
    {
      name: 'when a name is over 30 levels deep',
      given: `${nameOfLevels(31)}=x`,
      code: 'NAME_TOO_DEEP',
      column: 111,
    },
    {
      name: 'when a literal name is over 30 levels deep',
      mode: 'set-literal',
      given: `${nameOfLevels(31)}=x`,
      code: 'NAME_TOO_DEEP',
      column: 111,
    },
    {
      name: 'when lists are nested without end',
      given: `a${'[0]'.repeat(2000)}=1`,
      code: 'LISTS_TOO_DEEP',
      column: 3002,
    },
    {
      name: 'when short indexes ask for much memory',
      given: Array.from({ length: 20 }, (_, i) => `a${i}[65536]=1`).join(),
      code: 'LISTS_TOO_LONG',
      column: 190,
    },
    {
      name: 'that is too long',
      given: `a=${'x'.repeat(1024 * 1024)}`,
      code: 'LINE_TOO_LONG',
      column: 1_048_577,
    },
    { name: 'with too many values', given: 'a=1,'.repeat(10_001), code: 'TOO_MANY_VALUES', column: 40_003 },
    { name: 'with too many items', given: `a={${'x,'.repeat(10_001)}}`, code: 'TOO_MANY_VALUES', column: 3 },
  ]
  for (const { name, given, mode = 'set', values, code, column } of cases) {
    test(name, () => {
      const error = failure(() => parseSetLine(given, mode, values))
      expect({ code: error.code, line: error.line, column: error.column }).toStrictEqual({
        code,
        line: 1,
        column,
      })
    })
  }

  test('with the line, if there are several', () => {
    expect(failure(() => parseSetLine('a=x\ny,b', 'set'))).toMatchObject({ line: 2, column: 3, offset: 6 })
  })

  test('with a message that says what, where and why', () => {
    expect(failure(() => parseSetLine('a=1,b', 'set')).message).toBe(
      'cannot read --set: column 5: key "b" has no value',
    )
  })
})

const modes = fc.constantFrom<SetMode>('set', 'set-string', 'set-json', 'set-literal')
const pieces = fc.constantFrom(
  'a',
  'b',
  '.',
  '=',
  ',',
  '[',
  ']',
  '0',
  '1',
  '{',
  '}',
  '\\',
  '"',
  ' ',
  '\n',
  'é',
  '😀',
  '-',
  '__proto__',
)
const lines = fc.oneof(
  anyText,
  fc.array(pieces, { maxLength: 30 }).map(all => all.join('')),
)

describe('any line', () => {
  test('is read or refused with an error that says where', () => {
    fc.assert(
      fc.property(lines, modes, (line, mode) => {
        const error = attempt(() => parseSetLine(line, mode))
        expect(error === undefined || (error instanceof SetLineError && error.offset <= line.length)).toBe(
          true,
        )
      }),
    )
  })
})

function nameOfLevels(levels: number): string {
  return Array.from({ length: levels + 1 }, (_, level) => `n${level}`).join('.')
}

function failure(work: () => unknown): SetLineError {
  const error = attempt(work)
  if (error instanceof SetLineError) return error
  throw new Error('this should have failed', { cause: error })
}

function attempt(work: () => unknown): unknown {
  try {
    work()
    return undefined
  } catch (error) {
    return error
  }
}
