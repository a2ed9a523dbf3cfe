import { isFields } from '../../domain/object/fields.ts'
import type { Schema } from './schema.ts'

// The API fills these in when an item does not name them.
const defaults: Readonly<Record<string, unknown>> = { protocol: 'TCP' }

/** What stands for one item of a keyed list in a set of fields: `k:{"type":"Ready"}` or `v:"a"`; undefined if it lacks a key. */
export function itemKey(schema: Schema, item: unknown): string | undefined {
  if (schema.kind !== 'list') return `v:${JSON.stringify(item)}`
  if (!isFields(item)) return undefined
  const [first = '', second] = schema.keys
  // Most lists have one key, and this is done for every item of every write.
  const only = second === undefined ? item[first] : undefined
  if (typeof only === 'string') return `k:{${JSON.stringify(first)}:${JSON.stringify(only)}}`
  const keys = schema.keys.map(key => [key, item[key] ?? defaults[key]] as const)
  if (keys.some(([, value]) => value === undefined)) return undefined
  return `k:${JSON.stringify(Object.fromEntries(keys.toSorted(([a], [b]) => (a < b ? -1 : 1))))}`
}

/** The items of a keyed list by their keys, in order. Of two with the same key the later one counts. */
export function itemsByKey(schema: Schema, list: unknown): ReadonlyMap<string, unknown> {
  if (!Array.isArray(list)) return new Map()
  return new Map(list.map((item, index) => [itemKey(schema, item) ?? `i:${index}`, item]))
}

/** The schema of the items of a keyed list. */
export function itemSchema(schema: Schema): Schema {
  return schema.kind === 'list' ? schema.of : { kind: 'atomic' }
}
