import { decodeUtf8 } from '../../domain/bytes/utf8.ts'
import { Failure } from '../transport/failure.ts'

/** Deeper than any object of Kubernetes, and no danger to whoever walks through it. */
const MAX_DEPTH = 1000
/** What an answer may take in memory. A text of a megabyte can take twenty, and usual ones two. */
const MAX_MEMORY = 64 * 1024 * 1024
/** An object, a list or a field, and an item of a list. */
const PART_BYTES = 32
const ITEM_BYTES = 12

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const COLON = 0x3a
const COMMA = 0x2c

/** An object of any shape that came from a server. */
export type JsonFields = Readonly<Record<string, unknown>>

/** Parses a JSON object; undefined when the bytes are anything else, or nested too deep. Throws a Failure when it would take too much memory. */
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

/** Returns whether a value is an object with fields. */
export function isJsonFields(value: unknown): value is JsonFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// Counted ahead of parsing, as the parser has no limits of its own.
function isTooDeep(bytes: Buffer): boolean {
  let depth = 0
  let memory = bytes.length
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) at = endOfString(bytes, at)
    else if (byte === COMMA) memory += ITEM_BYTES
    else if (byte === COLON) memory += PART_BYTES
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      depth++
      memory += PART_BYTES
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth--
    if (depth > MAX_DEPTH) return true
    if (memory > MAX_MEMORY) throw new Failure('TooLarge')
  }
  return false
}

function endOfString(bytes: Buffer, start: number): number {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}
