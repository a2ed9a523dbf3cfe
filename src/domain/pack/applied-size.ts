import { encodeUtf8 } from '../bytes/utf8.ts'
/** The API server sums the bytes of all annotations of an object and refuses more than this. */
const MAX_ANNOTATIONS_BYTES = 256 * 1024

// What else the object has: its name, labels and annotations, and those that delivery systems add to it.
const RESERVED_BYTES = 4 * 1024

/**
 * How much text one ConfigMap may hold, as JSON, so that `kubectl apply` can still carry it.
 *
 * `kubectl apply` keeps the whole object as JSON in an annotation. Server-side apply does not.
 */
export const MAX_APPLIED_BYTES = MAX_ANNOTATIONS_BYTES - RESERVED_BYTES

/** How large a text is, or may be. */
export interface Size {
  readonly bytes: number
  /** Inside of JSON as Go writes it: line ends and quotes count twice, `<`, `>` and `&` six times. */
  readonly appliedBytes: number
}

/** Measures a text. Go escapes what JavaScript does, and beside that what could end a script in HTML: six bytes each. */
export function sizeOf(text: string): Size {
  let appliedBytes = bytesOf(JSON.stringify(text)) - bytesOf('""')
  for (const [char] of text.matchAll(/[<>&\u2028\u2029]/g)) appliedBytes += 6 - bytesOf(char)
  return { bytes: bytesOf(text), appliedBytes }
}

// Of megabytes: the engine encodes them faster than any loop here counts them.
function bytesOf(text: string): number {
  return encodeUtf8(text).length
}
