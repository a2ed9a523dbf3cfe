import { decodeBase64, encodeBase64 } from '../bytes/base64.ts'

/** One block of a PEM text. */
export interface PemBlock {
  /** What it says to be: `CERTIFICATE`. */
  readonly label: string
  /** The block alone, in its usual spelling. */
  readonly text: string
}

const BLOCK = /-----BEGIN ([A-Z0-9 ]{1,40})-----([A-Za-z0-9+/=\s]*)-----END \1-----/g
const SEQUENCE = 0x30
const OBJECT_IDENTIFIER = 0x06
const LINE_LENGTH = 64

/**
 * Reads the blocks of a PEM text; undefined when one is broken, encrypted or no DER.
 *
 * Text between the blocks is dropped: it is where programs print what a certificate says.
 */
export function readPem(text: string): readonly PemBlock[] | undefined {
  if (text.replace(BLOCK, '').includes('-----')) return undefined
  const blocks: PemBlock[] = []
  for (const [, label = '', content = ''] of text.matchAll(BLOCK)) {
    const { bytes, isValid } = decodeBase64(content.replaceAll(/\s/g, ''))
    if (!isValid || !isOneValue(bytes)) return undefined
    blocks.push({ label, text: write(label, bytes) })
  }
  return blocks
}

// A block holds one value in DER, from its first to its last byte; only the name of a curve is not a sequence.
function isOneValue(bytes: Uint8Array): boolean {
  const [tag, first = 0] = bytes
  if (tag !== SEQUENCE && tag !== OBJECT_IDENTIFIER) return false
  if (first < 0x80) return bytes.length === 2 + first
  const width = first & 0x7f
  if (width < 1 || width > 3) return false
  let length = 0
  for (const byte of bytes.subarray(2, 2 + width)) length = length * 256 + byte
  return bytes.length === 2 + width + length
}

function write(label: string, bytes: Uint8Array): string {
  const digits = encodeBase64(bytes)
  const lines: string[] = []
  for (let at = 0; at < digits.length; at += LINE_LENGTH) lines.push(digits.slice(at, at + LINE_LENGTH))
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}
