import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseRange } from './parse-range.ts'
import { VersionError } from './version-error.ts'

describe('A range is refused', () => {
  const cases = [
    { name: 'when it is empty', given: '', cause: 'improper constraint: ""', offset: 0 },
    { name: 'when it is blank', given: '  ', cause: 'improper constraint: "  "', offset: 0 },
    { name: 'when it is a word', given: 'main', cause: 'improper constraint: "main"', offset: 0 },
    { name: 'when it is a bare sign', given: '>=', cause: 'improper constraint', offset: 0 },
    { name: 'when a sign is doubled', given: '==1', cause: 'improper constraint', offset: 0 },
    { name: 'when a sign is unknown', given: '1 !2', cause: 'improper constraint', offset: 2 },
    { name: 'when two comparisons touch', given: '>1<2', cause: 'improper constraint', offset: 2 },
    { name: 'when it ends with a comma', given: '1.2.3,', cause: 'improper constraint', offset: 6 },
    { name: 'when commas touch', given: '1,,2', cause: 'improper constraint', offset: 2 },
    { name: 'when it has four numbers', given: '1.2.3.4', cause: 'improper constraint', offset: 5 },
    { name: 'when a group is empty', given: '1 || ', cause: 'improper constraint: " "', offset: 4 },
    { name: 'when a group is wrong', given: '1||2||x y', cause: 'improper constraint: "x y"', offset: 8 },
    {
      name: 'when a blank is not one of Go',
      given: '1\u00a02',
      cause: String.raw`improper constraint: "1\u00a02"`,
      offset: 1,
    },
    { name: 'when a number is none', given: '>1x', cause: 'constraint parser error', offset: 0 },
    {
      name: 'when a number is too long',
      given: '1 || 18446744073709551616',
      cause: 'constraint parser error',
      offset: 4,
    },
    {
      name: 'when a prerelease has a leading zero',
      given: '1.2.3-rc.01',
      cause: 'constraint parser error',
      offset: 0,
    },
    {
      name: 'without a place when hyphens were rewritten',
      given: '1 - 2 || bad',
      cause: 'improper constraint',
      offset: 0,
    },
  ]
  for (const { name, given, cause, offset } of cases) {
    test(name, () => {
      const message = expect.stringContaining(cause)
      expect(() => parseRange(given)).toThrow(
        expect.objectContaining({ code: 'INVALID_RANGE', message, offset }),
      )
    })
  }

  test('when it is longer than 512 bytes', () => {
    expect(() => parseRange(`1${' '.repeat(512)}`)).toThrow(
      expect.objectContaining({ code: 'RANGE_TOO_LONG' }),
    )
    expect(parseRange(`1${' '.repeat(511)}`).groups).toHaveLength(1)
  })

  test('when it has more than 32 groups', () => {
    expect(() => parseRange(Array(33).fill('1').join('||'))).toThrow(
      expect.objectContaining({ code: 'RANGE_TOO_WIDE' }),
    )
    expect(parseRange(Array(32).fill('1').join('||')).groups).toHaveLength(32)
  })
})

test('A range knows what it leaves open', () => {
  const [group] = parseRange('* 1.x 1.2 1.2.3').groups
  expect(group?.comparators.map(({ open }) => open)).toEqual(['major', 'minor', 'patch', 'nothing'])
})

test('Any text is read or refused with a place in it', () => {
  const piece = fc.constantFrom(
    '1',
    'x',
    '.',
    '-',
    ' - ',
    '||',
    ',',
    ' ',
    '\t',
    '>',
    '=',
    '~',
    '^',
    '*',
    '+b',
    'v',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece).map(pieces => pieces.join('')),
      ),
      given => {
        expect(isReadOrRefused(given)).toBe(true)
      },
    ),
  )
})

// An expression that backtracks would not come to an end here.
describe('A range that is hard to read is read or refused', () => {
  const hard = [
    '1   '.repeat(127),
    '1||'.repeat(170),
    '1 - '.repeat(128),
    '1.1.1-a.a+a '.repeat(42),
    `1${' '.repeat(500)}`,
  ]
  for (const text of hard) {
    test(`${JSON.stringify(text.slice(0, 12))}…`, () => {
      expect(isReadOrRefused(`${text}!`)).toBe(true)
    })
  }
})

function isReadOrRefused(given: string): boolean {
  try {
    parseRange(given)
    return true
  } catch (error) {
    return error instanceof VersionError && error.offset <= given.length
  }
}
