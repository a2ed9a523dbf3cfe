/** Why Flux cannot be installed from what was given. */
export type FluxInstallErrorCode =
  /** An option has a value that Flux cannot work with. */
  | 'BAD_OPTION'
  /** No part of Flux has this name. */
  | 'UNKNOWN_COMPONENT'
  /** A version that is none, or one whose rules are not known. */
  | 'BAD_VERSION'
  /** Manifests of something else, or none. */
  | 'NOT_FLUX'
  /** An object that no release of Flux has. */
  | 'UNEXPECTED_OBJECT'
  /** An object of Flux that lacks what must be changed in it. */
  | 'BAD_OBJECT'
  /** A part that was asked for is not among the manifests. */
  | 'MISSING_PART'
  /** A controller does not take an argument that must be set. */
  | 'MISSING_ARGUMENT'
  /** Manifests of another version of Flux. */
  | 'WRONG_VERSION'

/** What an error is about: an option by its name, or the manifests and one object in them. */
export interface FluxSubject {
  /** As on the command line, without the dashes. */
  readonly option?: string
  /** Which of the given objects, from 0: callers know where they read it. */
  readonly index?: number
}

/** Options or manifests from which Flux cannot be installed. */
export class FluxInstallError extends Error {
  override readonly name = 'FluxInstallError'
  readonly code: FluxInstallErrorCode
  /** What is wrong, for callers that name the option or the object themselves. */
  readonly reason: string
  readonly option: string | undefined
  readonly index: number | undefined

  constructor(code: FluxInstallErrorCode, reason: string, { option, index }: FluxSubject = {}) {
    super(`cannot read ${option === undefined ? 'Flux manifests' : `option ${option} of Flux`}: ${reason}`)
    this.code = code
    this.reason = reason
    this.option = option
    this.index = index
  }
}
