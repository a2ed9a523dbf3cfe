const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Writes text as UTF-8. Half of a surrogate pair becomes U+FFFD. */
export function encodeUtf8(text: string): Uint8Array {
  return encoder.encode(text)
}

/** The text of UTF-8 bytes, or undefined if they are not UTF-8. A byte order mark stays. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}

/** The text of bytes as Go writes it into JSON: every byte that is part of no character becomes U+FFFD. */
export function decodeUtf8Loosely(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes)
  if (text !== undefined) return text
  const parts: string[] = []
  let at = 0
  while (at < bytes.length) {
    const { code, length } = characterAt(bytes, at)
    parts.push(String.fromCodePoint(code))
    at += length
  }
  return parts.join('')
}

const REPLACED = { code: 0xfffd, length: 1 }

function characterAt(bytes: Uint8Array, at: number): { code: number; length: number } {
  const first = bytes[at] ?? 0
  if (first < 0x80) return { code: first, length: 1 }
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
  let code = first & (0x7f >> length)
  for (let index = 1; index < length; index++) {
    const next = bytes[at + index] ?? 0
    if (next >> 6 !== 2) return REPLACED
    code = (code << 6) | (next & 0x3f)
  }
  const isTooLong = code < (length === 2 ? 0x80 : length === 3 ? 0x800 : 0x10000)
  const isCharacter = first >= 0xc2 && first <= 0xf4 && !isTooLong && code <= 0x10ffff
  return isCharacter && (code < 0xd800 || code > 0xdfff) ? { code, length } : REPLACED
}
