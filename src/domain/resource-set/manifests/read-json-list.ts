import { decodeUtf8Loosely } from '../../bytes/utf8.ts'
import { type Fields, isFields } from '../../object/fields.ts'
import type { ReadingLimits } from './reading-limits.ts'

/** Go reads JSON no deeper than this. */
const MAX_DEPTH = 10_000

/**
 * Reads a value that is a JSON list of objects.
 *
 * One that is not is no error: Cluster API drops the mistake, and with it every object of the value.
 */
export function readJsonList(bytes: Uint8Array, limits: ReadingLimits): readonly Fields[] | 'too-many' {
  const text = decodeUtf8Loosely(bytes)
  const { depth, nodes } = sizeOf(text)
  if (depth > MAX_DEPTH) return []
  if (!limits.mayHaveNodes(nodes)) return 'too-many'
  const list = parsed(text)
  if (!Array.isArray(list) || hasInfinity(list)) return []
  if (!limits.mayHaveDocuments(list.length)) return 'too-many'
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

const QUOTE = 0x22
const BACKSLASH = 0x5c
// What begins a value or stands between two.
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])
const BETWEEN = new Set([0x2c, 0x3a])

/** How deep a text of JSON is and how many keys and values it has at most: a million brackets would cost JSON.parse dear. */
function sizeOf(text: string): { readonly depth: number; readonly nodes: number } {
  let [depth, deepest, nodes] = [0, 0, 1]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (BETWEEN.has(code)) nodes++
    else if (CLOSING.has(code)) depth--
    else if (OPENING.has(code)) {
      nodes++
      deepest = Math.max(deepest, ++depth)
    }
  }
  return { depth: deepest, nodes }
}

function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1
  return at
}

// A number beyond float64 is an error in Go and Infinity here. With a list of what is left to see instead of calls,
// because the depth comes from the input.
function hasInfinity(root: object): boolean {
  const open = [root]
  for (let value = open.pop(); value; value = open.pop()) {
    for (const child of Object.values(value) as readonly unknown[]) {
      if (child === Infinity || child === -Infinity) return true
      if (typeof child === 'object' && child !== null) open.push(child)
    }
  }
  return false
}
