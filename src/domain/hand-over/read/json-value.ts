import { isFields } from '../../object/fields.ts'

/** What stands at the end of a path into JSON. */
export type JsonAnswer =
  | { readonly kind: 'found'; readonly text: string }
  /** `depth` is how many names of the path were found before the one that was not. */
  | { readonly kind: 'missing'; readonly depth: number }

/** A JSON text that has been read. Numbers keep the digits that were written. */
export type JsonValue = { readonly tagged: unknown }

/** How deep JSON may be: far beyond any output, and no danger to the stack. */
export const MAX_JSON_DEPTH = 100

/** Reads JSON, or says what keeps it from being read. The text itself is never in the answer. */
export function readJsonValue(text: string): JsonValue | 'not-json' | 'too-deep' {
  if (isTooDeep(text)) return 'too-deep'
  try {
    // Only what is JSON may be tagged: on anything else the pattern could take the square of the length.
    JSON.parse(text)
    return { tagged: JSON.parse(text.replace(STRING_OR_NUMBER, tag)) as unknown }
  } catch (error) {
    if (error instanceof SyntaxError) return 'not-json'
    throw error
  }
}

/**
 * Goes a path of fields and list indexes. A text is given as it is, anything else as JSON: compact, keys in order.
 *
 * `null` is no value: that is how Terraform says that an output is not set.
 */
export function jsonValueAt({ tagged }: JsonValue, path: readonly string[]): JsonAnswer {
  let value = tagged
  for (const [depth, name] of path.entries()) {
    value = childOf(value, name)
    if (value === undefined || value === null) return { kind: 'missing', depth }
  }
  return { kind: 'found', text: typeof value === 'string' ? untagged(value).text : written(value) }
}

const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/gs

// JSON.parse would round long numbers, so they become texts with a mark; all other texts and all keys get another one.
function tag(token: string): string {
  return token.startsWith('"') ? `"s${token.slice(1)}` : `"n${token}"`
}

// A text stays one, without its mark; a number is its digits.
function untagged(value: string): { readonly text: string; readonly json: string } {
  const text = value.slice(1)
  return { text, json: value.startsWith('s') ? JSON.stringify(text) : text }
}

function childOf(value: unknown, name: string): unknown {
  if (isFields(value)) return Object.hasOwn(value, `s${name}`) ? value[`s${name}`] : undefined
  if (!Array.isArray(value) || !/^(0|[1-9]\d{0,8})$/.test(name)) return undefined
  return value[Number(name)] as unknown
}

function written(value: unknown): string {
  if (typeof value === 'string') return untagged(value).json
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`
  if (!isFields(value)) return String(value)
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([key, field]) => `${JSON.stringify(key.slice(1))}:${written(field)}`).join(',')}}`
}

// JSON.parse takes its time over a million brackets, so they are counted first.
function isTooDeep(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '"') at = endOfString(text, at)
    else if (char === '[' || char === '{') depth++
    else if (char === ']' || char === '}') depth--
    if (depth > MAX_JSON_DEPTH) return true
  }
  return false
}

function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}
