import type { Position } from '../yaml/position.ts'

/** Why a kubeconfig from a Secret is not used. */
export type KubeconfigErrorCode =
  /** Longer than a Secret can be. */
  | 'TOO_LARGE'
  /** No YAML, or YAML that readers do not agree on. */
  | 'NOT_YAML'
  /** Not one mapping of the kind Config. */
  | 'NOT_A_KUBECONFIG'
  /** A field has another type than it must have. */
  | 'WRONG_TYPE'
  /** A field that no kubeconfig has, or none that we know the meaning of. */
  | 'UNKNOWN_FIELD'
  /** Something that is needed is not there. */
  | 'MISSING'
  /** Two entries of one name. */
  | 'DUPLICATE_NAME'
  /** Several contexts, and none is the current one. */
  | 'AMBIGUOUS_CONTEXT'
  /** A name that leads nowhere. */
  | 'UNKNOWN_NAME'
  /** It would run a program or a plugin of the client. */
  | 'RUNS_PROGRAM'
  /** It would read a file of the machine that Fitout runs on. */
  | 'READS_FILE'
  /** It turns the check of the server's certificate off. */
  | 'NOT_VERIFIED'
  /** It goes through a proxy. */
  | 'USES_PROXY'
  /** It acts as another user. */
  | 'IMPERSONATES'
  /** A user name and a password. */
  | 'BASIC_AUTH'
  /** A token and a certificate: which of them counts is not said. */
  | 'AMBIGUOUS_AUTH'
  | 'BAD_SERVER'
  | 'BAD_SERVER_NAME'
  | 'BAD_BASE64'
  | 'BAD_CERTIFICATE'
  | 'BAD_KEY'
  | 'BAD_TOKEN'

/** A kubeconfig that is not used, and where the reason stands. Quotes nothing of it: names, too, come from strangers. */
export class KubeconfigError extends Error {
  override readonly name = 'KubeconfigError'
  readonly code: KubeconfigErrorCode
  /** The cause alone, for callers that name the Secret themselves. */
  readonly reason: string
  readonly line: number
  readonly column: number
  readonly offset: number

  constructor(code: KubeconfigErrorCode, reason: string, at: Position) {
    super(`cannot use kubeconfig: line ${at.line}, column ${at.column}: ${reason}`)
    this.code = code
    this.reason = reason
    this.line = at.line
    this.column = at.column
    this.offset = at.offset
  }
}
