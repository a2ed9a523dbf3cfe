import { valuesKeyOf, type ValuesReference } from './values-reference.ts'

/** Why a reference of `valuesFrom` fails. All but the last are the reasons of Flux. */
export type ValuesFromErrorCode =
  | 'RESOURCE_NOT_FOUND'
  | 'KEY_NOT_FOUND'
  | 'UNSUPPORTED_KIND'
  | 'VALUES_UNREADABLE'
  | 'VALUE_NOT_MERGED'
  | 'TOO_MUCH'

/** The reference of `valuesFrom` at which Flux stops. The message never holds part of a Secret. */
export class ValuesFromError extends Error {
  override readonly name = 'ValuesFromError'
  readonly code: ValuesFromErrorCode
  /** Which entry of `valuesFrom`, counted from 0. */
  readonly index: number
  readonly reference: ValuesReference

  constructor(code: ValuesFromErrorCode, at: ReferenceAt, cause: string) {
    const { kind, name } = at.reference
    const object = at.namespace ? `${at.namespace}/${name}` : name
    super(
      `cannot use valuesFrom[${at.index}]: ${kind} ${object}, key "${valuesKeyOf(at.reference)}": ${cause}`,
    )
    this.code = code
    this.index = at.index
    this.reference = at.reference
  }
}

/** A reference, and where it stands. */
export interface ReferenceAt {
  readonly reference: ValuesReference
  readonly index: number
  readonly namespace?: string | undefined
}
