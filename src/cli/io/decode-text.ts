import { isUtf8 } from 'node:buffer'

/** A text, or why the bytes are none. */
export type Decoded =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'binary'; readonly cause: string }

/** Reads bytes as UTF-8, without the mark that some editors put at its start. A text has no zero byte. */
export function decodeText(bytes: Buffer): Decoded {
  const offset = firstBadByte(bytes)
  if (offset === undefined) return { kind: 'text', text: withoutMark(bytes).toString('utf8') }

  if (isUtf16(bytes)) return { kind: 'binary', cause: 'it is UTF-16; save it as UTF-8' }
  const byte = bytes.subarray(offset, offset + 1).toString('hex')
  return { kind: 'binary', cause: `it is not text: byte 0x${byte} at offset ${offset}` }
}

function withoutMark(bytes: Buffer): Buffer {
  return bytes.subarray(0, 3).toString('hex') === 'efbbbf' ? bytes.subarray(3) : bytes
}

function firstBadByte(bytes: Buffer): number | undefined {
  const zero = bytes.indexOf(0)
  if (isUtf8(bytes)) return zero === -1 ? undefined : zero

  const invalid = firstInvalidByte(bytes)
  return zero === -1 ? invalid : Math.min(zero, invalid)
}

// What is valid comes back from a string as it was; what is not comes back as U+FFFD.
function firstInvalidByte(bytes: Buffer): number {
  const back = Buffer.from(bytes.toString('utf8'))
  let at = 0
  while (at < bytes.length - 1 && bytes[at] === back[at]) at += 1
  return at
}

// Windows shells write UTF-16 when the output of a program goes to a file.
function isUtf16(bytes: Buffer): boolean {
  const mark = bytes.subarray(0, 2).toString('hex')
  return mark === 'fffe' || mark === 'feff'
}
