/** The bytes of a base64 text. When the text is wrong, those before the fault, which is all that Go keeps of it. */
export interface DecodedBase64 {
  readonly bytes: Uint8Array
  readonly isValid: boolean
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const PADDING = 0x3d
const INVALID = 0x40
const values = new Uint8Array(256).fill(INVALID)
for (let value = 0; value < ALPHABET.length; value++) values[ALPHABET.charCodeAt(value)] = value

/** Decodes base64 as Go's standard encoding: padding is needed, line breaks are skipped, spare bits may be anything. */
export function decodeBase64(text: string): DecodedBase64 {
  const source = /[\r\n]/.test(text) ? text.replaceAll(/[\r\n]/g, '') : text
  const bytes = new Uint8Array(Math.ceil(source.length / 4) * 3)
  let length = 0
  let at = 0
  for (; at < source.length; at += 4) {
    const bits = groupAt(source, at)
    if (bits < 0) break
    bytes[length++] = bits >> 16
    bytes[length++] = bits >> 8
    bytes[length++] = bits
  }
  if (at >= source.length) return { bytes: bytes.subarray(0, length), isValid: true }
  const last = paddedGroupAt(source, at)
  for (const byte of last) bytes[length++] = byte
  return { bytes: bytes.subarray(0, length), isValid: last.length > 0 && at + 4 === source.length }
}

/** The 24 bits of four characters, or -1 if one of them is no digit. */
function groupAt(source: string, at: number): number {
  const first = valueAt(source, at)
  const second = valueAt(source, at + 1)
  const third = valueAt(source, at + 2)
  const fourth = valueAt(source, at + 3)
  if (((first | second | third | fourth) & INVALID) !== 0) return -1
  return (first << 18) | (second << 12) | (third << 6) | fourth
}

function valueAt(source: string, at: number): number {
  const code = source.charCodeAt(at)
  return code < 256 ? (values[code] ?? INVALID) : INVALID
}

/** The one or two bytes of a group that ends with padding; none if it is not such a group. */
function paddedGroupAt(source: string, at: number): number[] {
  const first = valueAt(source, at)
  const second = valueAt(source, at + 1)
  if (((first | second) & INVALID) !== 0 || source.charCodeAt(at + 3) !== PADDING) return []
  const high = (first << 2) | (second >> 4)
  if (source.charCodeAt(at + 2) === PADDING) return [high]
  const third = valueAt(source, at + 2)
  return third === INVALID ? [] : [high, ((second & 15) << 4) | (third >> 2)]
}

/** Writes bytes as base64 with padding. */
export function encodeBase64(bytes: Uint8Array): string {
  let text = ''
  for (let index = 0; index < bytes.length; index += 3) {
    const group = ((bytes[index] ?? 0) << 16) | ((bytes[index + 1] ?? 0) << 8) | (bytes[index + 2] ?? 0)
    const used = Math.min(bytes.length - index, 3) + 1
    for (let digit = 0; digit < 4; digit++) {
      text += digit < used ? ALPHABET.charAt((group >> (18 - 6 * digit)) & 0x3f) : '='
    }
  }
  return text
}

/** Reads base64 with or without padding; line breaks do not count. Undefined when it is not base64. */
export function decodeLooseBase64(text: string): Uint8Array | undefined {
  const digits = text.replace(/[\r\n]/g, '')
  const match = /^([A-Za-z0-9+/]*)(={0,2})$/.exec(digits)
  if (!match) return undefined
  const [, significant = '', padding = ''] = match
  const isWhole = padding === '' ? significant.length % 4 !== 1 : digits.length % 4 === 0
  return isWhole ? bytesOf(significant) : undefined
}

function bytesOf(digits: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4))
  let bits = 0
  let held = 0
  let at = 0
  for (const digit of digits) {
    held = ((held << 6) | ALPHABET.indexOf(digit)) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes[at++] = (held >> bits) & 0xff
  }
  return bytes
}
