import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { byteLength } from './byte-length.ts'

test('Any text is as long as the encoder makes it, halves of a pair included', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'é', '€', '😀', '\ud83d', '\ude00') }), text => {
      expect(byteLength(text)).toBe(new TextEncoder().encode(text).length)
    }),
  )
})
