import type { HclSpan } from '../hcl/source-file.ts'

/** A value of Terraform. A text can have marks in it: see holes. */
export type Value = null | boolean | number | string | readonly Value[] | ObjectValue | Unknown

/** An object or map of Terraform. */
export type ObjectValue = ReadonlyMap<string, Value>

/** What only Terraform knows: an expression that is handed over instead of its value. */
export interface Hole {
  /** The module in which the expression can be written: empty for the root, else as `module.a.module.b`. */
  readonly module: string
  /** The expression; undefined if it cannot be written outside of its block. */
  readonly expression: string | undefined
  readonly span: HclSpan
  readonly isSensitive: boolean
  /** Why its value is not known. */
  readonly reason: string
}

/** A value that is not known. */
export interface Unknown {
  readonly kind: 'unknown'
  readonly hole: Hole
}

/** Tells a value that is not known from all others. */
export function isUnknown(value: Value): value is Unknown {
  return typeof value === 'object' && value !== null && 'kind' in value
}

/** Tells an object of Terraform from all other values. */
export function isValueMap(value: Value): value is ObjectValue {
  return value instanceof Map
}

/** Tells a list of Terraform from all other values. */
export function isValueList(value: Value): value is readonly Value[] {
  return Array.isArray(value)
}

/** The entries of an object in the order in which Terraform goes through them. */
export function sortedEntries(map: ObjectValue): readonly (readonly [string, Value])[] {
  return [...map].toSorted(([one], [other]) => (one < other ? -1 : 1))
}
