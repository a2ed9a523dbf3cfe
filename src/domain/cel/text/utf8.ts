const REPLACEMENT = 0xfffd

/** Writes text as UTF-8. */
export function encodeUtf8(text: string): Uint8Array {
  // A UTF-16 unit never takes more than three bytes; a pair of them takes four.
  const bytes = new Uint8Array(text.length * 3)
  let length = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.codePointAt(index) ?? 0
    if (code > 0xffff) index++
    length = encodeInto(bytes, length, isSurrogate(code) ? REPLACEMENT : code)
  }
  return bytes.slice(0, length)
}

function encodeInto(bytes: Uint8Array, start: number, code: number): number {
  let at = start
  if (code < 0x80) {
    bytes[at++] = code
    return at
  }
  if (code < 0x800) {
    bytes[at++] = 0xc0 | (code >> 6)
  } else if (code < 0x10000) {
    bytes[at++] = 0xe0 | (code >> 12)
    bytes[at++] = tail(code >> 6)
  } else {
    bytes[at++] = 0xf0 | (code >> 18)
    bytes[at++] = tail(code >> 12)
    bytes[at++] = tail(code >> 6)
  }
  bytes[at++] = tail(code)
  return at
}

function tail(bits: number): number {
  return 0x80 | (bits & 0x3f)
}

/** Reads UTF-8, or returns undefined when the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  let isValid = true
  const text = decode(bytes, () => void (isValid = false))
  return isValid ? text : undefined
}

/** Reads UTF-8; every byte that is not part of a character becomes U+FFFD. */
export function decodeUtf8Loosely(bytes: Uint8Array): string {
  return decode(bytes, () => undefined)
}

function decode(bytes: Uint8Array, onInvalid: () => void): string {
  let text = ''
  for (let index = 0; index < bytes.length;) {
    const width = widthAt(bytes, index)
    if (width === 0) onInvalid()
    text += String.fromCodePoint(width === 0 ? REPLACEMENT : codeAt(bytes, index, width))
    index += Math.max(width, 1)
  }
  return text
}

// The length of the character that begins at an index; 0 when none does.
function widthAt(bytes: Uint8Array, index: number): number {
  const first = bytes[index] ?? 0
  if (first < 0x80) return 1
  const width = leadWidth(first)
  for (let next = index + 1; next < index + width; next++) {
    if (((bytes[next] ?? 0) & 0xc0) !== 0x80) return 0
  }
  return width > 0 && isShortest(codeAt(bytes, index, width), width) ? width : 0
}

function leadWidth(first: number): number {
  if (first < 0xc2 || first > 0xf4) return 0
  if (first < 0xe0) return 2
  return first < 0xf0 ? 3 : 4
}

function codeAt(bytes: Uint8Array, index: number, width: number): number {
  const first = bytes[index] ?? 0
  if (width === 1) return first
  let code = first & (0x7f >> width)
  for (let next = index + 1; next < index + width; next++) code = (code << 6) | ((bytes[next] ?? 0) & 0x3f)
  return code
}

// A longer form than needed, a surrogate and a number beyond the last character are no characters.
function isShortest(code: number, width: number): boolean {
  if (width === 3) return code > 0x7ff && !isSurrogate(code)
  return width === 2 || (code > 0xffff && code < 0x110000)
}

function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff
}
