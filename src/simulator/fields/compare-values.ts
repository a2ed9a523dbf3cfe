import { type FieldSet, difference, leaf, nodeOf } from './field-set.ts'
import { itemSchema, itemsByKey } from './item-key.ts'
import { type Schema, fieldOf, shapeOf } from './schema.ts'

/** What is different between two values, path by path. */
export interface Comparison {
  readonly added: FieldSet | undefined
  readonly modified: FieldSet | undefined
  readonly removed: FieldSet | undefined
}

const same: Comparison = { added: undefined, modified: undefined, removed: undefined }

/** Compares two values. Parts that are one and the same object cost nothing. */
export function compareValues(before: unknown, after: unknown, schema: Schema): Comparison {
  if (before === after) return same
  const shape = shapeOf(schema, after ?? before)
  if (before !== undefined && after !== undefined && shape !== shapeOf(schema, before))
    return compareUnlike(before, after, schema)
  if (shape === 'whole' || (isEmpty(before) && isEmpty(after))) return compareWhole(before, after)

  const children = new Children()
  for (const [element, pair, childSchema] of pairs({ before, after, schema, shape }))
    children.add(element, compareValues(pair[0], pair[1], childSchema))
  return children.sum(before === undefined, after === undefined)
}

// A map in place of a text, or the like: the place is another one now, and all below it has gone or come.
function compareUnlike(before: unknown, after: unknown, schema: Schema): Comparison {
  const [gone, come] = [compareValues(before, undefined, schema), compareValues(undefined, after, schema)]
  return {
    added: difference(come.added, leaf),
    removed: difference(gone.removed, leaf),
    modified: leaf,
  }
}

/** Whether two values say the same. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false
    return a.every((item, index) => isEqual(item, b[index]))
  }
  const other = new Map<string, unknown>(Object.entries(b))
  const entries = Object.entries(a)
  return (
    entries.length === other.size &&
    entries.every(([key, value]) => other.has(key) && isEqual(value, other.get(key)))
  )
}

function compareWhole(before: unknown, after: unknown): Comparison {
  if (before === undefined) return { ...same, added: leaf }
  if (after === undefined) return { ...same, removed: leaf }
  return isEqual(before, after) ? same : { ...same, modified: leaf }
}

function isEmpty(value: unknown): boolean {
  return typeof value !== 'object' || value === null || Object.keys(value).length === 0
}

interface Sides {
  readonly before: unknown
  readonly after: unknown
  readonly schema: Schema
  readonly shape: 'fields' | 'items' | 'whole'
}

function* pairs({
  before,
  after,
  schema,
  shape,
}: Sides): Generator<readonly [string, readonly [unknown, unknown], Schema]> {
  const isList = shape === 'items'
  const old = isList ? itemsByKey(schema, before) : new Map<string, unknown>(Object.entries(before ?? {}))
  const young = isList ? itemsByKey(schema, after) : new Map<string, unknown>(Object.entries(after ?? {}))
  for (const key of new Set([...old.keys(), ...young.keys()])) {
    const childSchema = isList ? itemSchema(schema) : fieldOf(schema, key).schema
    yield [isList ? key : `f:${key}`, [old.get(key), young.get(key)], childSchema]
  }
}

class Children {
  readonly #added = new Map<string, FieldSet>()
  readonly #modified = new Map<string, FieldSet>()
  readonly #removed = new Map<string, FieldSet>()

  add(element: string, { added, modified, removed }: Comparison): void {
    if (added) this.#added.set(element, added)
    if (modified) this.#modified.set(element, modified)
    if (removed) this.#removed.set(element, removed)
  }

  // A container that comes or goes is itself a path that came or went.
  sum(isNew: boolean, isGone: boolean): Comparison {
    return {
      added: nodeOf(isNew, this.#added),
      modified: nodeOf(false, this.#modified),
      removed: nodeOf(isGone, this.#removed),
    }
  }
}
