import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromBytes, isWhole, reverseRunes, runeAt, toBytes, wellFormed } from './utf8.ts'

describe('bytes', () => {
  test('of text are those of UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        expect(toBytes(text)).toBe(Buffer.from(text, 'utf8').toString('latin1'))
        expect(fromBytes(toBytes(text))).toBe(text)
      }),
    )
  })

  test('come back, also those that are no text', () => {
    fc.assert(
      fc.property(fc.uint8Array(), array => {
        const bytes = Buffer.from(array).toString('latin1')
        expect(toBytes(fromBytes(bytes))).toBe(bytes)
      }),
    )
  })

  test('are whole when Node can read them', () => {
    fc.assert(
      fc.property(fc.uint8Array(), array => {
        const buffer = Buffer.from(array)
        const isText = Buffer.from(buffer.toString('utf8'), 'utf8').equals(buffer)
        expect(isWhole(fromBytes(buffer.toString('latin1')))).toBe(isText)
      }),
      { numRuns: 300 },
    )
  })
})

describe('runeAt', () => {
  const cases = [
    { name: 'reads four bytes', bytes: '\xf0\x9f\x98\x80', want: { code: 0x1f600, width: 4 } },
    { name: 'refuses a longer form than is needed', bytes: '\xe0\x80\x80', want: { code: 0xfffd, width: 1 } },
    { name: 'refuses a surrogate', bytes: '\xed\xa0\x80', want: { code: 0xfffd, width: 1 } },
    { name: 'refuses what is beyond Unicode', bytes: '\xf4\x90\x80\x80', want: { code: 0xfffd, width: 1 } },
    { name: 'refuses half a character', bytes: '\xe2\x82', want: { code: 0xfffd, width: 1 } },
  ]
  for (const { name, bytes, want } of cases)
    test(name, () => expect(runeAt(bytes, 0, bytes.length)).toEqual(want))
})

test('reverseRunes turns characters around and replaces what is none', () => {
  expect(fromBytes(reverseRunes(toBytes('aé😀')))).toBe('😀éa')
  expect(fromBytes(reverseRunes('a\xff'))).toBe('\ufffda')
})

test('wellFormed replaces lone surrogates and nothing else', () => {
  expect(wellFormed('a\ud800b😀\udc80')).toBe('a\ufffdb😀\ufffd')
})
