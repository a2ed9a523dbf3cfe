/** Why an object cannot be judged. */
export type HealthErrorCode = 'MALFORMED_OBJECT' | 'UNKNOWN_PHASE'

/** An object that says about itself what cannot be read, and where. */
export class HealthError extends Error {
  override readonly name = 'HealthError'
  readonly code: HealthErrorCode
  /** The field that cannot be read, such as `status.conditions[2].type`. */
  readonly path: string

  constructor(code: HealthErrorCode, path: string, cause: string) {
    super(`cannot evaluate health: ${cause}`)
    this.code = code
    this.path = path
  }
}
