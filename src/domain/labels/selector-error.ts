import type { Position } from '../yaml/position.ts'

/** What can be wrong with a selector. */
export type SelectorErrorCode =
  | 'SELECTOR_SYNTAX'
  | 'SELECTOR_TOO_LONG'
  | 'SELECTOR_SHAPE'
  | 'UNKNOWN_OPERATOR'
  | 'INVALID_REQUIREMENT'

/** A selector that Kubernetes would refuse, with the words it would use. */
export class SelectorError extends Error {
  override readonly name = 'SelectorError'
  readonly code: SelectorErrorCode
  /** Where the text of a selector goes wrong, from 1; undefined for a selector that is an object. */
  readonly line: number | undefined
  readonly column: number | undefined
  /** The same place, counted from 0 in UTF-16 units. */
  readonly offset: number | undefined

  constructor(code: SelectorErrorCode, message: string, at?: Position) {
    super(message)
    this.code = code
    this.line = at?.line
    this.column = at?.column
    this.offset = at?.offset
  }
}
