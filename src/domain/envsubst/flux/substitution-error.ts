/** Why Flux would not substitute variables in an object. */
export type SubstitutionErrorCode =
  /** A ConfigMap or Secret of `substituteFrom` that is not optional does not exist. */
  | 'SOURCE_NOT_FOUND'
  /** A variable has a name that Flux does not allow, whether it is used or not. */
  | 'INVALID_VARIABLE_NAME'
  /** The object cannot be written as YAML. */
  | 'OBJECT_NOT_WRITABLE'
  /** With the values filled in, the object is no longer YAML. */
  | 'RESULT_NOT_YAML'
  /** With the values filled in, it is YAML, but no longer an object. */
  | 'RESULT_NOT_AN_OBJECT'
  /** A text of several lines begins with a tab: kustomize cannot read back how it writes that. */
  | 'RESULT_BEGINS_WITH_TAB'

/** An object in which Flux would not substitute variables. Its message never holds a value. */
export class SubstitutionError extends Error {
  override readonly name = 'SubstitutionError'
  readonly code: SubstitutionErrorCode

  constructor(code: SubstitutionErrorCode, cause: string) {
    super(`cannot substitute variables: ${cause}`)
    this.code = code
  }
}
