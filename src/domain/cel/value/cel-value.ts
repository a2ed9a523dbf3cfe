import type { CelDuration, CelTimestamp } from './cel-time.ts'
import type { CelList } from './cel-list.ts'
import type { CelMap } from './cel-map.ts'
import type { CelOpaque } from './cel-opaque.ts'
import type { CelType } from './cel-type.ts'

/**
 * Any value of the language. An int is a bigint and a double is a number, so the two never mix by accident.
 *
 * Lists and maps of JSON stay as they are and are read when an expression looks into them.
 */
export type CelValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint8Array
  | CelUint
  | CelDuration
  | CelTimestamp
  | CelType
  | CelOptional
  | CelList
  | CelMap
  | CelOpaque

/** An unsigned 64-bit integer. */
export class CelUint {
  readonly value: bigint

  constructor(value: bigint) {
    this.value = value
  }
}

/** A value that may be absent. */
export class CelOptional {
  readonly value: CelValue | undefined

  constructor(value: CelValue | undefined) {
    this.value = value
  }
}

/** The optional without a value. */
export const optionalNone = new CelOptional(undefined)

/**
 * An error as a value: `&&`, `||` and the macros built on them continue past it, everything else hands it up.
 *
 * Knows its place once the step that made it has named one.
 */
export class Fault {
  readonly reason: string
  readonly offset: number | undefined

  constructor(reason: string, offset?: number) {
    this.reason = reason
    this.offset = offset
  }
}

/** What a step of an expression comes to. */
export type CelOutcome = CelValue | Fault

/** Gives a fault without a place the place of the step it came from. */
export function located(outcome: CelOutcome, offset: number): CelOutcome {
  if (!(outcome instanceof Fault) || outcome.offset !== undefined) return outcome
  return new Fault(outcome.reason, offset)
}

/** The words of cel-go for arguments that a function does not take. */
export const NO_SUCH_OVERLOAD = 'no such overload'
