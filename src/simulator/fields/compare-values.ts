import { isFields } from '../../domain/object/fields.ts'
import { oncePerObject } from '../../domain/object/once-per-object.ts'
import { isShared } from '../store/adopt.ts'
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
  return before === undefined && isShared(after)
    ? addedOf(after, schema)
    : compareApart(before, after, schema)
}

// What many clusters are given is looked through once.
const added = oncePerObject((_: object) => new Map<Schema, Comparison>())

function addedOf(value: object, schema: Schema): Comparison {
  const known = added(value).get(schema)
  if (known) return known
  const comparison = compareApart(undefined, value, schema)
  added(value).set(schema, comparison)
  return comparison
}

function compareApart(before: unknown, after: unknown, schema: Schema): Comparison {
  const shape = shapeOf(schema, after ?? before)
  if (before !== undefined && after !== undefined && shape !== shapeOf(schema, before))
    return compareUnlike(before, after, schema)
  if (shape === 'whole' || (isEmpty(before) && isEmpty(after))) return compareWhole(before, after)

  const children = new Children()
  if (shape === 'items') compareItems(children, [before, after], schema)
  else compareFields(children, [before, after], schema)
  return children.sum(before === undefined, after === undefined)
}

type Sides = readonly [before: unknown, after: unknown]

function compareFields(children: Children, [before, after]: Sides, schema: Schema): void {
  const compare = (key: string): void => {
    const [old, young] = [fieldIn(before, key), fieldIn(after, key)]
    if (old !== young) children.add(`f:${key}`, compareValues(old, young, fieldOf(schema, key).schema))
  }
  for (const key of Object.keys(before ?? {})) compare(key)
  for (const key of Object.keys(after ?? {}))
    if (!isFields(before) || !Object.hasOwn(before, key)) compare(key)
}

function compareItems(children: Children, [before, after]: Sides, schema: Schema): void {
  const [old, young] = [itemsByKey(schema, before), itemsByKey(schema, after)]
  for (const key of new Set([...old.keys(), ...young.keys()]))
    children.add(key, compareValues(old.get(key), young.get(key), itemSchema(schema)))
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
export function isEqualField(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false
    return a.every((item, index) => isEqualField(item, b[index]))
  }
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  return keys.every(key => Object.hasOwn(b, key) && isEqualField(fieldIn(a, key), fieldIn(b, key)))
}

function fieldIn(value: unknown, key: string): unknown {
  return isFields(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

function compareWhole(before: unknown, after: unknown): Comparison {
  if (before === undefined) return { ...same, added: leaf }
  if (after === undefined) return { ...same, removed: leaf }
  return isEqualField(before, after) ? same : { ...same, modified: leaf }
}

function isEmpty(value: unknown): boolean {
  return typeof value !== 'object' || value === null || Object.keys(value).length === 0
}

const none: ReadonlyMap<string, FieldSet> = new Map()

class Children {
  #added: Map<string, FieldSet> | undefined
  #modified: Map<string, FieldSet> | undefined
  #removed: Map<string, FieldSet> | undefined

  add(element: string, { added, modified, removed }: Comparison): void {
    if (added) (this.#added ??= new Map()).set(element, added)
    if (modified) (this.#modified ??= new Map()).set(element, modified)
    if (removed) (this.#removed ??= new Map()).set(element, removed)
  }

  // A container that comes or goes is itself a path that came or went.
  sum(isNew: boolean, isGone: boolean): Comparison {
    return {
      added: nodeOf(isNew, this.#added ?? none),
      modified: nodeOf(false, this.#modified ?? none),
      removed: nodeOf(isGone, this.#removed ?? none),
    }
  }
}
