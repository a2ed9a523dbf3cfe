import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DurationError } from './duration-error.ts'
import { formatDuration } from './format-duration.ts'
import { parseDuration } from './parse-duration.ts'

const second = 1_000_000_000n
const longest = 2n ** 63n - 1n

describe('A duration is read', () => {
  const cases = [
    { given: '0', want: 0n },
    { given: '-0', want: 0n },
    { given: '90s', want: 90n * second },
    { given: '1h30m', want: 5400n * second },
    { given: '+1.5s', want: 1_500_000_000n },
    { given: '-.5s', want: -500_000_000n },
    { given: '1.s', want: second },
    { given: '1us1µs1μs', want: 3000n },
    { given: '1s1s', want: 2n * second },
    { given: '0.3333333333333333333h', want: 1_200_000_000_000n },
    { given: '0.0000000000000000000000000000001h', want: 0n },
    { given: '9223372036854775807ns', want: longest },
    { given: '-9223372036854775808ns', want: -longest - 1n },
    { given: '2562047h47m16.854775807s', want: longest },
  ]
  for (const { given, want } of cases) test(given, () => expect(parseDuration(given)).toBe(want))

  test('as nothing, if it overflows to nothing in Go', () => {
    expect(parseDuration('9223372036854775808ns9223372036854775808ns')).toBe(0n)
  })
})

describe('A duration is refused', () => {
  const cases = [
    { given: '', code: 'INVALID_DURATION', cause: 'invalid duration ""', offset: 0 },
    { given: '-', code: 'INVALID_DURATION', cause: 'invalid duration "-"', offset: 1 },
    { given: '3', code: 'MISSING_UNIT', cause: 'missing unit in duration "3"', offset: 1 },
    { given: '1h5', code: 'MISSING_UNIT', cause: 'missing unit in duration "1h5"', offset: 3 },
    { given: '1d', code: 'UNKNOWN_UNIT', cause: 'unknown unit "d" in duration "1d"', offset: 1 },
    { given: '1H', code: 'UNKNOWN_UNIT', cause: 'unknown unit "H"', offset: 1 },
    { given: '1h ', code: 'UNKNOWN_UNIT', cause: 'unknown unit "h "', offset: 1 },
    { given: '1ü', code: 'UNKNOWN_UNIT', cause: String.raw`unknown unit "\xc3\xbc"`, offset: 1 },
    { given: 's', code: 'INVALID_DURATION', cause: 'invalid duration "s"', offset: 0 },
    { given: '.s', code: 'INVALID_DURATION', cause: 'invalid duration ".s"', offset: 0 },
    { given: '1.2.3s', code: 'MISSING_UNIT', cause: 'missing unit', offset: 3 },
    { given: '9223372036854775808ns', code: 'INVALID_DURATION', cause: 'invalid duration', offset: 0 },
    { given: '2562048h', code: 'INVALID_DURATION', cause: 'invalid duration', offset: 0 },
    { given: `1s${'9'.repeat(900)}s`, code: 'INVALID_DURATION', cause: 'time: invalid duration', offset: 2 },
    {
      given: '1s'.repeat(501),
      code: 'DURATION_TOO_LONG',
      cause: 'it is longer than 1000 characters',
      offset: 1000,
    },
  ]
  for (const { given, code, cause, offset } of cases) {
    test(given.slice(0, 30) || 'nothing', () => {
      const message = expect.stringContaining(cause)
      expect(() => parseDuration(given)).toThrow(expect.objectContaining({ code, message, offset }))
    })
  }
})

test('What was written can be read again', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -longest - 1n, max: longest }), nanoseconds => {
      expect(parseDuration(formatDuration(nanoseconds))).toBe(nanoseconds)
    }),
  )
})

test('Any text is read or refused with a place in it', () => {
  const piece = fc.constantFrom('1', '0', '.', '-', 's', 'm', 'h', 'µ', '99999999999', ' ', '\ud800')
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

function isReadOrRefused(given: string): boolean {
  try {
    parseDuration(given)
    return true
  } catch (error) {
    return error instanceof DurationError && error.offset <= given.length
  }
}
