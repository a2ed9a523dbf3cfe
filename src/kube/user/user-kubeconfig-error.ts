/** Why a person's own kubeconfig gives no way to a server. */
export type UserKubeconfigErrorCode =
  /** There is none. */
  | 'NO_KUBECONFIG'
  /** A file cannot be read. */
  | 'NOT_READABLE'
  /** A file is no kubeconfig. */
  | 'NOT_A_KUBECONFIG'
  /** No context is chosen, or there is none of that name. */
  | 'NO_CONTEXT'
  /** The context leads to a cluster or user that is not there. */
  | 'BROKEN_CONTEXT'
  /** It asks for something that Fitout does not do. */
  | 'NOT_SUPPORTED'
  /** The credentials cannot be had. */
  | 'NO_CREDENTIALS'

/** A kubeconfig that cannot be used. The message says what to do next, and holds nothing that is secret. */
export class UserKubeconfigError extends Error {
  override readonly name = 'UserKubeconfigError'
  readonly code: UserKubeconfigErrorCode

  constructor(code: UserKubeconfigErrorCode, what: string, cause: string) {
    super(`cannot ${what}: ${cause}`)
    this.code = code
  }
}
