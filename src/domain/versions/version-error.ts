import type { Position } from '../yaml/position.ts'

/** What can be wrong with a version, a range of versions, or a choice by range. */
export type VersionErrorCode =
  | 'INVALID_VERSION'
  | 'VERSION_TOO_LONG'
  | 'INVALID_RANGE'
  | 'RANGE_TOO_LONG'
  | 'RANGE_TOO_WIDE'
  | 'NO_MATCHING_VERSION'

const start: Position = { line: 1, column: 1, offset: 0 }

/** A version or range that Helm and Flux would refuse, with the words they would use. */
export class VersionError extends Error {
  override readonly name = 'VersionError'
  readonly code: VersionErrorCode
  /** Where a range goes wrong, from 1; the beginning where that is not known. */
  readonly line: number
  readonly column: number
  /** The same place, counted from 0 in UTF-16 units. */
  readonly offset: number

  constructor(code: VersionErrorCode, message: string, at: Position = start) {
    super(message)
    this.code = code
    this.line = at.line
    this.column = at.column
    this.offset = at.offset
  }
}
