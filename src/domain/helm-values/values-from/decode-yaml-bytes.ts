import { decodeUtf8 } from '../../bytes/utf8.ts'

/** Reads the bytes of a YAML document as Go's reader does: UTF-8, or UTF-16 that says so; undefined if they are neither. */
export function decodeYamlBytes(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decodeUtf16(bytes, 'low byte first')
  if (first === 0xfe && second === 0xff) return decodeUtf16(bytes, 'high byte first')
  return decodeUtf8(bytes)
}

function decodeUtf16(bytes: Uint8Array, order: 'low byte first' | 'high byte first'): string | undefined {
  if (bytes.length % 2 !== 0) return undefined
  const parts: string[] = []
  for (let at = 2; at < bytes.length; at += 2) {
    const one = bytes[at] ?? 0
    const two = bytes[at + 1] ?? 0
    parts.push(String.fromCharCode(order === 'high byte first' ? (one << 8) | two : (two << 8) | one))
  }
  const text = parts.join('')
  return /\p{Surrogate}/u.test(text) ? undefined : text
}
