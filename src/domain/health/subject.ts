import type { HealthResult } from './health.ts'
import type { Condition } from './read-conditions.ts'
import type { Fields } from '../object/fields.ts'

/** An object that is to be judged, taken apart once for all rules. */
export interface Subject {
  readonly object: Fields
  readonly spec: Fields
  readonly status: Fields
  readonly conditions: readonly Condition[]
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Judges the objects of one kind. */
export type HealthRule = (subject: Subject) => HealthResult
