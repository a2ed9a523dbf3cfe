import type { YamlValue } from '../../yaml/yaml-value.ts'
import { MAX_OBJECT_DEPTH, MAX_OBJECT_VALUES } from '../object-limits.ts'
import type { ObjectPath } from '../object-path.ts'

/** A value that Flux cannot turn into YAML, and why. */
export interface Unwritable {
  readonly path: ObjectPath
  readonly reason: string
}

// Flux writes JSON first and reads that as YAML. JSON takes these characters as they are, YAML does not.
const forbidden = /[\u007f-\u0084\u0086-\u009f\ufffe\uffff]/

// In front of its colon a key may have this many characters, quotes and escapes included.
const LONGEST_KEY = 1024

/** Finds the first value of an object that Flux cannot turn into YAML, or that is too much for anyone. */
export function findUnwritable(value: YamlValue): Unwritable | undefined {
  const path: (string | number)[] = []
  let values = 0
  const reason = visit(value)
  return reason === undefined ? undefined : { path, reason }

  // Returns a reason with `path` at the value it is about.
  function visit(value: YamlValue): string | undefined {
    values++
    if (values > MAX_OBJECT_VALUES) return `there are more than ${MAX_OBJECT_VALUES} values`
    if (typeof value === 'string')
      return forbidden.test(value) ? 'it contains a control character' : undefined
    if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'JSON has no such number'
    if (typeof value !== 'object' || value === null) return undefined
    if (path.length > MAX_OBJECT_DEPTH) return `it is more than ${MAX_OBJECT_DEPTH} levels deep`
    for (const [key, item] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
      path.push(key)
      const reason = (typeof key === 'string' ? problemOfKey(key) : undefined) ?? visit(item)
      if (reason !== undefined) return reason
      path.pop()
    }
    return undefined
  }
}

function problemOfKey(key: string): string | undefined {
  if (forbidden.test(key) || key.includes('\u0085')) return 'its key contains a control character'
  return key.length > LONGEST_KEY / 6 && jsonLength(key) > LONGEST_KEY ? 'its key is too long' : undefined
}

// Go's JSON escapes five more characters than JavaScript's, each with six.
function jsonLength(key: string): number {
  return Array.from(JSON.stringify(key)).length + 5 * (key.match(/[<>&\u2028\u2029]/g)?.length ?? 0)
}
