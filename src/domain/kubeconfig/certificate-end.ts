import { decodeBase64 } from '../bytes/base64.ts'

/** One value in DER: its tag, and what is inside of it. */
interface Value {
  readonly tag: number
  readonly content: Uint8Array
}

const SEQUENCE = 0x30
const VERSION = 0xa0
const UTC_TIME = 0x17
const MAX_LENGTH_BYTES = 3

/** When a certificate ends, in milliseconds since 1970: the first of a PEM text. Undefined for what is none. */
export function certificateEnd(pem: string): number | undefined {
  const [, encoded = ''] = /-----BEGIN CERTIFICATE-----([^-]*)-----END/.exec(pem) ?? []
  const [certificate] = valuesIn(decodeBase64(encoded.replaceAll(/\s/g, '')).bytes)
  const [body] = certificate?.tag === SEQUENCE ? valuesIn(certificate.content) : []
  const fields = body?.tag === SEQUENCE ? valuesIn(body.content) : []
  // Serial number, algorithm, issuer, validity; a version before them unless it is the first one.
  const validity = fields[fields[0]?.tag === VERSION ? 4 : 3]
  const [, end] = validity?.tag === SEQUENCE ? valuesIn(validity.content) : []
  return end && timeOf(end)
}

function valuesIn(bytes: Uint8Array): readonly Value[] {
  const values: Value[] = []
  for (let at = 0; at < bytes.length;) {
    const [tag = 0, first = 0] = bytes.subarray(at, at + 2)
    const width = first < 0x80 ? 0 : first & 0x7f
    if (width > MAX_LENGTH_BYTES) break
    const start = at + 2 + width
    const length =
      width === 0 ? first : bytes.subarray(at + 2, start).reduce((sum, byte) => sum * 256 + byte, 0)
    if (start + length > bytes.length) break
    values.push({ tag, content: bytes.subarray(start, start + length) })
    at = start + length
  }
  return values
}

// `261116120000Z`, or with all four digits of the year; two digits count from 1950.
function timeOf({ tag, content }: Value): number | undefined {
  const text = String.fromCharCode(...content.subarray(0, 15))
  const century = Number(text.slice(0, 2)) < 50 ? '20' : '19'
  const [, ...parts] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(tag === UTC_TIME ? century + text : text) ?? []
  const [year, month, ...rest] = parts.map(Number)
  if (year === undefined || month === undefined) return undefined
  return Date.UTC(year, month - 1, ...rest)
}
