import { decodeUtf8Loosely } from '../../yaml/scalar/decode-utf8.ts'
import { type Fields, isFields } from '../field-reader.ts'

/** Go reads JSON no deeper than this. */
const MAX_DEPTH = 10_000

/**
 * Reads a value that is a JSON list of objects.
 *
 * One that is not is no error: Cluster API drops the mistake, and with it every object of the value.
 */
export function readJsonList(bytes: Uint8Array): readonly Fields[] {
  const list = parsed(decodeUtf8Loosely(bytes))
  if (!Array.isArray(list) || !isDecodable(list)) return []
  const objects: Fields[] = []
  for (const entry of list as readonly unknown[]) {
    // An entry that is null counts as an object without fields.
    const object = entry ?? {}
    if (!isFields(object)) return []
    objects.push(object)
  }
  return objects
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

// With a list of what is left to see instead of calls, because the depth comes from the input.
function isDecodable(root: object): boolean {
  const open: { readonly value: object; readonly depth: number }[] = [{ value: root, depth: 1 }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next
    if (depth > MAX_DEPTH) return false
    for (const child of Object.values(value) as readonly unknown[]) {
      // A number beyond float64 is an error in Go and Infinity here.
      if (child === Infinity || child === -Infinity) return false
      if (typeof child === 'object' && child !== null) open.push({ value: child, depth: depth + 1 })
    }
  }
  return true
}
