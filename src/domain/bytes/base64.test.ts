import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeBase64 } from './base64.ts'

describe('decodeBase64', () => {
  const cases = [
    { name: 'decodes nothing', given: '', want: '', isValid: true },
    { name: 'decodes whole groups', given: 'YWJj', want: 'abc', isValid: true },
    { name: 'decodes padded groups', given: 'YWI=', want: 'ab', isValid: true },
    { name: 'decodes doubly padded groups', given: 'YQ==', want: 'a', isValid: true },
    { name: 'skips line breaks', given: 'YW\r\nJj\n', want: 'abc', isValid: true },
    { name: 'takes spare bits as they are', given: 'YR==', want: 'a', isValid: true },
    { name: 'keeps what stands before a wrong character', given: 'YWJj*WJj', want: 'abc', isValid: false },
    { name: 'misses padding', given: 'YWJjYQ', want: 'abc', isValid: false },
    { name: 'refuses a blank', given: 'YWJj YWJj', want: 'abc', isValid: false },
    { name: 'refuses the alphabet of URLs', given: '__--', want: '', isValid: false },
    { name: 'keeps a padded group with more behind it', given: 'YQ==YQ==', want: 'a', isValid: false },
    { name: 'refuses padding in the wrong place', given: 'Y===', want: '', isValid: false },
  ]
  test.each(cases)('$name', ({ given, want, isValid }) => {
    const decoded = decodeBase64(given)
    expect({ ...decoded, bytes: String.fromCharCode(...decoded.bytes) }).toEqual({ bytes: want, isValid })
  })

  test('decodes what the system encodes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), bytes => {
        expect(decodeBase64(Buffer.from(bytes).toString('base64'))).toEqual({ bytes, isValid: true })
      }),
    )
  })
})
