import { shownPath } from '../io/shown-path.ts'

/** Why a source cannot be read or fetched. */
export type SourceReadErrorCode =
  | 'NOT_FOUND'
  | 'NOT_ALLOWED'
  | 'NOT_A_FILE'
  | 'NO_MANIFESTS'
  | 'NOT_TEXT'
  | 'TOO_LARGE'
  | 'TOO_MANY_FILES'
  | 'STDIN_TWICE'
  | 'UNREADABLE'
  | 'BAD_ADDRESS'
  | 'NOT_HTTPS'
  | 'CREDENTIALS_IN_ADDRESS'
  | 'BAD_DIGEST'
  | 'PRIVATE_ADDRESS'
  | 'NOT_TRUSTED'
  | 'UNREACHABLE'
  | 'TIMED_OUT'
  | 'REDIRECTED'
  | 'BAD_ANSWER'
  | 'OTHER_DIGEST'

/** A source that cannot be read. The message never has a password or the query of an address in it. */
export class SourceReadError extends Error {
  override readonly name = 'SourceReadError'
  readonly code: SourceReadErrorCode
  /** The source as the user typed it, or the file in the folder that was typed. */
  readonly path: string

  constructor(code: SourceReadErrorCode, path: string, problem: SourceReadProblem) {
    super(`cannot ${problem.verb ?? 'read'} ${shownPath(path)}: ${problem.cause}`)
    this.code = code
    this.path = path
  }
}

/** What is wrong, and with what one wanted to do. */
interface SourceReadProblem {
  readonly cause: string
  readonly verb?: 'read' | 'fetch'
}
