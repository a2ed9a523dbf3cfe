import { decodeUtf8 } from '../../domain/yaml/scalar/decode-utf8.ts'

/** Deeper than any object of Kubernetes, and no danger to whoever walks through it. */
const MAX_DEPTH = 1000

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/** An object of any shape that came from a server. */
export type JsonFields = Readonly<Record<string, unknown>>

/** Parses a JSON object; undefined when the bytes are anything else, or nested too deep. */
export function parseJsonObject(bytes: Buffer): JsonFields | undefined {
  const text = isTooDeep(bytes) ? undefined : decodeUtf8(bytes)
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isJsonFields(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Tells whether a value is an object with fields. */
export function isJsonFields(value: unknown): value is JsonFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// Counted ahead of parsing, as the parser has no limit of its own.
function isTooDeep(bytes: Buffer): boolean {
  let depth = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) at = endOfString(bytes, at)
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth--
    if (depth > MAX_DEPTH) return true
  }
  return false
}

function endOfString(bytes: Buffer, start: number): number {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}
