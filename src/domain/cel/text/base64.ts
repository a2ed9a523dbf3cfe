const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

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
export function decodeBase64(text: string): Uint8Array | undefined {
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
