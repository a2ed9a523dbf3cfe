/*
 * Go counts, cuts and compares bytes, so the functions of envsubst do, too. Here bytes are a string whose characters
 * are all below 256. For ASCII, which is nearly every value, text and bytes are the same string and nothing is copied.
 *
 * A byte that is not part of a character (a function may cut one in half) is kept in text as a lone surrogate,
 * U+DC80 to U+DCFF, until it meets its other half again or `isWhole` finds it.
 */

const ESCAPED = 0xdc00
const REPLACEMENT = 0xfffd

/** Whether bytes are the same as text: nothing in `text` is outside of ASCII. */
export function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 0x7f) return false
  return true
}

/** Replaces lone surrogates, which Go's strings cannot hold, by U+FFFD. Offsets stay as they are. */
export function wellFormed(text: string): string {
  return /[\ud800-\udfff]/.test(text) ? text.replace(/\p{Cs}/gu, '\ufffd') : text
}

/** Whether no character of `text` was cut. */
export function isWhole(text: string): boolean {
  return !/\p{Cs}/u.test(text)
}

/** Writes text as UTF-8 bytes. */
export function toBytes(text: string): string {
  if (isAscii(text)) return text
  let bytes = ''
  for (const char of text) bytes += encode(char.codePointAt(0) ?? 0)
  return bytes
}

/** Reads UTF-8 bytes as text. */
export function fromBytes(bytes: string): string {
  if (isAscii(bytes)) return bytes
  let text = ''
  for (let index = 0; index < bytes.length;) {
    const { code, width } = runeAt(bytes, index, bytes.length)
    const isCut = code === REPLACEMENT && width === 1
    text += isCut ? String.fromCharCode(ESCAPED + bytes.charCodeAt(index)) : String.fromCodePoint(code)
    index += width
  }
  return text
}

/** Turns bytes around character by character, as Go turns a slice of runes: a cut character becomes U+FFFD. */
export function reverseRunes(bytes: string): string {
  if (isAscii(bytes)) return bytes.split('').toReversed().join('')
  const text = fromBytes(bytes)
  return toBytes(Array.from(wellFormed(text)).toReversed().join(''))
}

/** The character at `index` of bytes that end at `end`; a byte that begins none is U+FFFD of width 1, as in Go. */
export function runeAt(bytes: string, index: number, end: number): { code: number; width: number } {
  const first = bytes.charCodeAt(index)
  if (first < 0x80) return { code: first, width: 1 }
  const width = widthOf(first)
  if (width === 1 || index + width > end) return { code: REPLACEMENT, width: 1 }
  let code = first & (0x7f >> width)
  for (let next = index + 1; next < index + width; next++) {
    const byte = bytes.charCodeAt(next)
    if ((byte & 0xc0) !== 0x80) return { code: REPLACEMENT, width: 1 }
    code = (code << 6) | (byte & 0x3f)
  }
  return isCanonical(code, width) ? { code, width } : { code: REPLACEMENT, width: 1 }
}

function widthOf(first: number): number {
  if (first >= 0xf0 && first <= 0xf4) return 4
  if (first >= 0xe0) return first < 0xf0 ? 3 : 1
  return first >= 0xc2 ? 2 : 1
}

// The shortest form is the only one, and surrogates are not characters.
function isCanonical(code: number, width: number): boolean {
  if (width === 3) return code > 0x7ff && (code < 0xd800 || code > 0xdfff)
  return width === 2 || (code > 0xffff && code < 0x110000)
}

function encode(code: number): string {
  if (code < 0x80) return String.fromCharCode(code)
  if (code >= 0xdc80 && code <= 0xdcff) return String.fromCharCode(code - ESCAPED)
  if (code < 0x800) return String.fromCharCode(0xc0 | (code >> 6), tail(code))
  if (code < 0x10000) return String.fromCharCode(0xe0 | (code >> 12), tail(code >> 6), tail(code))
  return String.fromCharCode(0xf0 | (code >> 18), tail(code >> 12), tail(code >> 6), tail(code))
}

function tail(bits: number): number {
  return 0x80 | (bits & 0x3f)
}
