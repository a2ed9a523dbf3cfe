import { isFields } from '../../domain/object/fields.ts'
import { type Comparison, compareValues, isEqualField } from './compare-values.ts'
import { type FieldSet, difference, intersection, leaf, pathsOf, union, without } from './field-set.ts'
import { type Remainder, fieldsOf, removeFields, withNamedFields } from './fields-of.ts'
import { mergeApplied } from './merge-applied.ts'
import type { Schema } from './schema.ts'

/** One entry of `metadata.managedFields`: who owns what, and since when. */
export interface ManagerEntry {
  readonly manager: string
  readonly operation: 'Apply' | 'Update'
  readonly apiVersion: string
  readonly time: string
  readonly fieldsType: 'FieldsV1'
  readonly fieldsV1: FieldSet
  readonly subresource?: string
}

/** Who writes, how and when. `ignored` are the fields that this way of writing cannot touch. */
export interface Writer {
  readonly manager: string
  readonly operation: ManagerEntry['operation']
  readonly apiVersion: string
  readonly time: string
  readonly subresource: string | undefined
  readonly ignored: FieldSet
}

// What the server itself writes, or what merely names the object, has no field manager.
const unowned: FieldSet = {
  'f:apiVersion': leaf,
  'f:kind': leaf,
  'f:metadata': {
    '.': leaf,
    ...Object.fromEntries(
      [
        'name',
        'namespace',
        'creationTimestamp',
        'selfLink',
        'uid',
        'generation',
        'managedFields',
        'resourceVersion',
      ].map(name => [`f:${name}`, leaf]),
    ),
  },
}

/** Reads the entries of an object. */
export function managersOf(object: {
  readonly metadata: Readonly<Record<string, unknown>>
}): readonly ManagerEntry[] {
  const entries = object.metadata['managedFields']
  return Array.isArray(entries) ? entries.filter(isEntry) : []
}

function isEntry(value: unknown): value is ManagerEntry {
  return isFields(value) && typeof value['manager'] === 'string' && isFields(value['fieldsV1'])
}

/** Who owns what after `writer` has written `after` in place of `before`, whatever others owned. */
export function ownAfterUpdate(change: {
  readonly before: unknown
  readonly after: unknown
  readonly schema: Schema
  readonly managers: readonly ManagerEntry[]
  readonly writer: Writer
}): readonly ManagerEntry[] {
  const { before, after, schema, managers, writer } = change
  const compared = ignoring(compareValues(before, after, schema), writer.ignored)
  const taken = difference(union(compared.modified, compared.added), unowned)
  const rest = loseFields(managers, compared)
  if (taken === undefined) return sorted(rest)
  const mine = rest.find(entry => isBy(entry, writer))
  return sorted([
    ...rest.filter(entry => entry !== mine),
    entryOf(writer, union(mine?.fieldsV1, taken) ?? taken),
  ])
}

/** What an apply makes of an object, or whom it would take fields from. */
export type Applied =
  | {
      readonly outcome: 'merged'
      readonly value: unknown
      readonly managers: readonly ManagerEntry[]
      /** Maps and lists that lost all they had, but that another manager owns: to the server they are null. */
      readonly emptied: readonly string[]
    }
  | {
      readonly outcome: 'conflict'
      readonly with: readonly { readonly manager: string; readonly paths: readonly string[] }[]
    }

/** Merges what `writer` applies into `live`: what it no longer names goes, unless another manager owns it too. */
export function applyFields(change: {
  readonly live: unknown
  readonly applied: unknown
  readonly schema: Schema
  readonly managers: readonly ManagerEntry[]
  readonly writer: Writer
  readonly force: boolean
}): Applied {
  const { live, applied, schema, managers, writer, force } = change
  const mine = managers.find(entry => isBy(entry, writer))
  const others = managers.filter(entry => entry !== mine)
  const named = without(fieldsOf(applied, schema), writer.ignored)
  const own = lastIfEqual(difference(named, unowned), mine?.fieldsV1)
  const merged = mergeApplied(live, applied, schema)
  const { value, emptied } = prune(merged, {
    // Who names the same as before drops nothing.
    last: own === mine?.fieldsV1 ? undefined : mine?.fieldsV1,
    owned: [named, ...others.map(entry => entry.fieldsV1)],
    schema,
  })

  const compared = ignoring(compareValues(live, value, schema), writer.ignored)
  const changed = union(compared.modified, compared.added)
  const conflicts = others
    .map(entry => ({ manager: entry.manager, paths: pathsOf(intersection(entry.fieldsV1, changed)) }))
    .filter(({ paths }) => paths.length > 0)
  if (conflicts.length > 0 && !force) return { outcome: 'conflict', with: conflicts }

  const isUnchanged = changed === undefined && compared.removed === undefined
  const time = mine !== undefined && isUnchanged ? mine.time : writer.time
  const entries = own === undefined ? [] : [{ ...entryOf(writer, own), time }]
  return {
    outcome: 'merged',
    value,
    emptied,
    managers: sorted([...loseFields(others, compared), ...entries]),
  }
}

function lastIfEqual(own: FieldSet | undefined, last: FieldSet | undefined): FieldSet | undefined {
  return isEqualField(own, last) ? last : own
}

interface Owners {
  readonly last: FieldSet | undefined
  readonly owned: readonly (FieldSet | undefined)[]
  readonly schema: Schema
}

function prune(merged: unknown, { last, owned, schema }: Owners): Remainder {
  const whole = { value: merged, emptied: [] }
  if (last === undefined) return whole
  const all = owned.reduce<FieldSet | undefined>(union, undefined)
  const dropped = difference(withNamedFields(last, schema), all && withNamedFields(all, schema))
  return dropped === undefined ? whole : removeFields(merged, dropped, schema)
}

function ignoring({ added, modified, removed }: Comparison, fields: FieldSet): Comparison {
  return {
    added: without(added, fields),
    modified: without(modified, fields),
    removed: without(removed, fields),
  }
}

// Whose field was changed or removed owns it no longer.
function loseFields(managers: readonly ManagerEntry[], compared: Comparison): readonly ManagerEntry[] {
  const lost = union(union(compared.modified, compared.added), compared.removed)
  return managers.flatMap(entry => {
    const left = difference(entry.fieldsV1, lost)
    return left === undefined ? [] : [left === entry.fieldsV1 ? entry : { ...entry, fieldsV1: left }]
  })
}

function isBy(entry: ManagerEntry, { manager, operation, apiVersion, subresource }: Writer): boolean {
  return (
    entry.manager === manager &&
    entry.operation === operation &&
    entry.apiVersion === apiVersion &&
    entry.subresource === subresource
  )
}

function entryOf(
  { manager, operation, apiVersion, time, subresource }: Writer,
  fields: FieldSet,
): ManagerEntry {
  const entry: ManagerEntry = {
    manager,
    operation,
    apiVersion,
    time,
    fieldsType: 'FieldsV1',
    fieldsV1: fields,
  }
  return subresource === undefined ? entry : { ...entry, subresource }
}

function sorted(entries: readonly ManagerEntry[]): readonly ManagerEntry[] {
  return entries.length < 2 ? entries : entries.toSorted((a, b) => compareText(orderOf(a), orderOf(b)))
}

function orderOf({ operation, time, manager, apiVersion, subresource }: ManagerEntry): string {
  return [operation, time, manager, apiVersion, subresource ?? ''].join('\0')
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
