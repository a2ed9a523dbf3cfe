/** What can be wrong with a pack that is there already; docs/reference/pack.md has a row for each. */
export type PackErrorCode = 'BAD_PACK' | 'IMMUTABLE' | 'OTHER_PACK'

/** A pack that cannot be read, or not be replaced. */
export class PackError extends Error {
  override readonly name = 'PackError'
  readonly code: PackErrorCode
  /** The way out, where there is one. */
  readonly fix: string | undefined

  constructor(code: PackErrorCode, message: string, fix?: string) {
    super(message)
    this.code = code
    this.fix = fix
  }
}
