import type { Position } from '../yaml/position.ts'

/** What can be wrong with a duration. */
export type DurationErrorCode =
  | 'INVALID_DURATION'
  | 'DURATION_TOO_LONG'
  | 'MISSING_UNIT'
  | 'UNKNOWN_UNIT'
  | 'NOT_AN_INTERVAL'

/** A text that is no duration, with the words of Go, and where in the text the trouble begins. */
export class DurationError extends Error {
  override readonly name = 'DurationError'
  readonly code: DurationErrorCode
  /** The place, from 1. */
  readonly line: number
  readonly column: number
  /** The same place, counted from 0 in UTF-16 units. */
  readonly offset: number

  constructor(code: DurationErrorCode, cause: string, at: Position) {
    super(`cannot read duration: ${cause}`)
    this.code = code
    this.line = at.line
    this.column = at.column
    this.offset = at.offset
  }
}
