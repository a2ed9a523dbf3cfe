import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sha256Hex } from './sha256.ts'

function reference(...pieces: readonly Uint8Array[]): string {
  const hash = createHash('sha256')
  for (const piece of pieces) hash.update(piece)
  return hash.digest('hex')
}

describe('SHA-256', () => {
  test('of nothing is the digest of the empty text', () => {
    expect(sha256Hex([])).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  })

  test('agrees with the system at every length around the ends of its blocks', () => {
    for (let length = 0; length <= 200; length++) {
      const bytes = Uint8Array.from({ length }, (_, index) => (index * 7 + length) & 0xff)
      expect(sha256Hex([bytes])).toBe(reference(bytes))
    }
  })

  test('agrees with the system for any bytes in any pieces', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 })), pieces => {
        expect(sha256Hex(pieces)).toBe(reference(...pieces))
      }),
    )
  })

  test('agrees with the system for megabytes', () => {
    const bytes = new Uint8Array(3_000_001).map((_, index) => (index * index) & 0xff)
    expect(sha256Hex([bytes])).toBe(reference(bytes))
  })
})
