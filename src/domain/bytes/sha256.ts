import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** The SHA-256 of a sequence of pieces, in hexadecimal digits; how they are cut does not matter. */
export function sha256Hex(pieces: Iterable<Uint8Array>): string {
  const hash = sha256.create()
  for (const piece of pieces) hash.update(piece)
  return bytesToHex(hash.digest())
}
