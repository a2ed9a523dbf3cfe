import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { byteLength } from '../bytes/byte-length.ts'
import { sizeOf } from './applied-size.ts'

// As Go's encoding/json does: what could end a script in HTML is escaped too.
function asGoJson(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(/[<>&\u2028\u2029]/g, char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

test('A text has as many bytes as it has in the annotation of `kubectl apply`', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      expect(sizeOf(text)).toEqual({ bytes: byteLength(text), appliedBytes: byteLength(asGoJson(text)) })
    }),
  )
  expect(sizeOf('a\n"\\<>&\u2028\u0001\té').appliedBytes).toBe(1 + 2 + 2 + 2 + 18 + 6 + 6 + 2 + 2)
})
