import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeUtf8, decodeUtf8Loosely } from './utf8.ts'

describe('decodeUtf8Loosely', () => {
  const cases = [
    {
      name: 'replaces each byte that is no character',
      given: [0x61, 0xff, 0xfe, 0x62],
      want: 'a\ufffd\ufffdb',
    },
    { name: 'replaces each byte of a character that is cut off', given: [0xe2, 0x82], want: '\ufffd\ufffd' },
    { name: 'replaces each byte of a character written too long', given: [0xc0, 0x80], want: '\ufffd\ufffd' },
    {
      name: 'replaces each byte of half a surrogate pair',
      given: [0xed, 0xa0, 0x80],
      want: '\ufffd\ufffd\ufffd',
    },
    {
      name: 'replaces each byte beyond Unicode',
      given: [0xf4, 0x90, 0x80, 0x80],
      want: '\ufffd\ufffd\ufffd\ufffd',
    },
    {
      name: 'keeps characters beside wrong bytes',
      given: [0xff, 0xf0, 0x9f, 0x98, 0x80, 0xc3, 0xa9],
      want: '\ufffd😀é',
    },
  ]
  test.each(cases)('$name', ({ given, want }) => expect(decodeUtf8Loosely(Uint8Array.from(given))).toBe(want))

  test('decodes what the system encodes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        const bytes = new TextEncoder().encode(text)
        expect([decodeUtf8(bytes), decodeUtf8Loosely(bytes)]).toEqual([text, text])
      }),
    )
  })
})

test('decodeUtf8 refuses bytes that are not UTF-8', () =>
  expect(decodeUtf8(Uint8Array.of(0xff))).toBeUndefined())
