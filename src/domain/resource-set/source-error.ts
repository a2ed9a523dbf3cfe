import type { Position } from '../yaml/position.ts'
import type { ResourceRef } from './resource-set.ts'

/** Why Cluster API cannot read a source. One of these fails the whole source, whichever key it is in. */
export type SourceErrorCode =
  | 'NO_DATA'
  | 'VALUE_TOO_SHORT'
  | 'NOT_UTF8'
  | 'BAD_SEPARATOR'
  | 'BAD_DOCUMENT'
  | 'NOT_AN_OBJECT'
  | 'TOO_LARGE'

/** Where in a source something stands: a key of `data`, and a place in its value. */
export interface SourcePlace extends Position {
  readonly key: string
}

/** A source that Cluster API cannot read. Never quotes a Secret. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
  readonly code: SourceErrorCode
  readonly ref: ResourceRef
  /** The cause and its place, for callers that name the source themselves. */
  readonly reason: string
  /** Undefined when the source has no data at all. */
  readonly place: SourcePlace | undefined

  constructor(code: SourceErrorCode, ref: ResourceRef, { cause, place }: SourceProblem) {
    const reason = place ? `key "${place.key}": line ${place.line}, column ${place.column}: ${cause}` : cause
    super(`cannot read ${ref.kind} ${ref.name}: ${reason}`)
    this.code = code
    this.ref = { kind: ref.kind, name: ref.name }
    this.reason = reason
    this.place = place
  }
}

/** What is wrong, and where. */
export interface SourceProblem {
  readonly cause: string
  readonly place?: SourcePlace
}
