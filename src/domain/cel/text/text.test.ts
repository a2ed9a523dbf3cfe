import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Meter } from '../plan/meter.ts'
import { decodeLooseBase64, encodeBase64 } from '../../bytes/base64.ts'
import { civilToSeconds, secondsToCivil } from './civil-time.ts'
import { codePointCount, codePointsToUnits, compareStrings } from './code-points.ts'
import { formatFixed, formatGeneral, formatPlain, formatScientific } from './format-double.ts'
import { parseDouble } from './parse-double.ts'
import { compilePattern } from './pattern.ts'
import { formatTimestamp, parseCelTimestamp } from './timestamp-text.ts'
import { decodeUtf8, encodeUtf8 } from '../../bytes/utf8.ts'

const finite = fc.double({ noNaN: true, noDefaultInfinity: true })
const texts = fc.string({ unit: 'grapheme' })

describe('A double, for any value,', () => {
  test('is read back from each of its texts', () => {
    fc.assert(
      fc.property(finite, value => {
        expect(parseDouble(formatGeneral(value))).toBe(value)
        expect(parseDouble(formatPlain(value))).toBe(value)
        expect(parseDouble(formatScientific(value, 17))).toBe(value)
      }),
    )
  })

  test('is rounded to the digits that are asked for', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e15, max: 1e15, noNaN: true }), fc.nat({ max: 20 }), (value, places) => {
        expect(Math.abs(Number(formatFixed(value, places)) - value)).toBeLessThanOrEqual(
          0.5 * 10 ** -places + Math.abs(value) * 1e-15,
        )
      }),
    )
  })
})

describe('Text', () => {
  test('survives UTF-8 and base64', () => {
    fc.assert(
      fc.property(texts, text => {
        const bytes = encodeUtf8(text)
        expect(decodeUtf8(bytes)).toBe(text)
        expect(decodeLooseBase64(encodeBase64(bytes))).toEqual(bytes)
        expect(decodeLooseBase64(encodeBase64(bytes).replace(/=+$/, ''))).toEqual(bytes)
      }),
    )
  })

  test('bytes that are no UTF-8 have no text', () => {
    for (const bytes of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82]]) {
      expect(decodeUtf8(Uint8Array.from(bytes))).toBeUndefined()
    }
  })

  test('is counted and cut by characters', () => {
    fc.assert(
      fc.property(texts, fc.nat({ max: 20 }), (text, count) => {
        const characters = Array.from(text)
        expect(codePointCount(text)).toBe(characters.length)
        expect(text.slice(0, codePointsToUnits(text, count))).toBe(characters.slice(0, count).join(''))
      }),
    )
  })

  test('is ordered like its bytes', () => {
    const pairs = fc.tuple(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }))
    fc.assert(
      fc.property(pairs, ([left, right]) => {
        const [first, second] = [bytesOf(left), bytesOf(right)]
        expect(Math.sign(compareStrings(left, right))).toBe(first === second ? 0 : first < second ? -1 : 1)
      }),
    )
  })
})

describe('Time', () => {
  test('survives the calendar', () => {
    fc.assert(
      fc.property(fc.integer({ min: -62_135_596_800, max: 253_402_300_799 }), seconds => {
        expect(civilToSeconds(secondsToCivil(seconds))).toBe(seconds)
        expect(new Date(seconds * 1000).getUTCDate()).toBe(secondsToCivil(seconds).day)
      }),
    )
  })

  const cases = [
    {
      name: 'a fraction keeps the digits it needs',
      given: '2023-01-01T00:00:00.500Z',
      want: '2023-01-01T00:00:00.5Z',
    },
    {
      name: 'more than nine digits are cut',
      given: '2023-01-01T00:00:00.1234567899Z',
      want: '2023-01-01T00:00:00.123456789Z',
    },
    {
      name: 'a comma may begin the fraction',
      given: '2023-01-01T00:00:00,5Z',
      want: '2023-01-01T00:00:00.5Z',
    },
    { name: 'an hour may have one digit', given: '2023-01-01T1:00:00Z', want: '2023-01-01T01:00:00Z' },
    { name: 'the zone is kept', given: '2023-01-01T00:00:00-07:00', want: '2023-01-01T00:00:00-07:00' },
    {
      name: '24 hours and 60 minutes are a zone',
      given: '2023-01-01T00:00:00+24:60',
      want: '2023-01-01T00:00:00+25:00',
    },
    { name: 'small letters are none', given: '2023-01-01t00:00:00z', want: undefined },
    { name: 'a day that no month has is none', given: '2023-02-29T00:00:00Z', want: undefined },
    { name: 'a leap second is none', given: '2023-01-01T00:00:60Z', want: undefined },
    { name: 'the year 0 is out of range', given: '0000-01-01T00:00:00Z', want: 'overflow' },
  ]
  for (const { name, given, want } of cases) {
    test(name, () => {
      const parsed = parseCelTimestamp(given)
      expect(typeof parsed === 'object' ? formatTimestamp(parsed) : parsed).toBe(want)
    })
  }
})

describe('A pattern', () => {
  test('is charged for what its repetitions grow to', () => {
    expect(() => compilePattern('(a{100}b{100}){9}', new Meter(5_000))).toThrow('cost limit')
    expect(compilePattern('(a{10}b{10}){9}', new Meter(5_000))).toHaveProperty('isIn')
  })

  test('may have two groups of the same name', () => {
    expect(compilePattern('(?P<n>a)|(?<n>[(?<n>])', new Meter(5_000))).toHaveProperty('isIn')
  })
})

/** The bytes of a text as characters, which JavaScript orders as Go orders bytes. */
function bytesOf(text: string): string {
  return String.fromCharCode(...encodeUtf8(text))
}
