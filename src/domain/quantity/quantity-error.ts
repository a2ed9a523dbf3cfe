import type { Position } from '../yaml/position.ts'

/** What can be wrong with a quantity. */
export type QuantityErrorCode =
  | 'INVALID_QUANTITY'
  | 'UNKNOWN_SUFFIX'
  | 'QUANTITY_TOO_LONG'
  | 'QUANTITIES_TOO_FAR_APART'

/** A text that is no quantity, with the words of Kubernetes, and where in the text the trouble begins. */
export class QuantityError extends Error {
  override readonly name = 'QuantityError'
  readonly code: QuantityErrorCode
  /** The place, from 1. */
  readonly line: number
  readonly column: number
  /** The same place, counted from 0 in UTF-16 units. */
  readonly offset: number

  constructor(code: QuantityErrorCode, message: string, at: Position) {
    super(message)
    this.code = code
    this.line = at.line
    this.column = at.column
    this.offset = at.offset
  }
}
