import type { FilePlace } from '../io/place.ts'
import { isSystemError, plainCause } from '../io/plain-cause.ts'
import { shownPath } from '../io/shown-path.ts'

/** Why a folder cannot be read or written. */
export type FolderErrorCode =
  | 'FOREIGN_FILE'
  | 'NOT_A_FOLDER'
  | 'CURRENT_FOLDER'
  | 'TAKEN'
  | 'NOT_ALLOWED'
  | 'NO_SPACE'
  | 'NOT_TEXT'
  | 'TOO_LARGE'
  | 'DISK_ERROR'

/** A folder that cannot be read or written. It is then what it was before. */
export class FolderError extends Error {
  override readonly name = 'FolderError'
  readonly code: FolderErrorCode
  /** As the user typed it. */
  readonly path: string

  constructor(code: FolderErrorCode, path: string, problem: FolderProblem) {
    super(`cannot ${problem.verb} ${shownPath(path)}: ${problem.cause}`)
    this.code = code
    this.path = path
  }
}

/** What one wanted to do with the folder. */
export type Verb = 'read' | 'write'

/** What is wrong, and with what one wanted to do. */
interface FolderProblem {
  readonly verb: Verb
  readonly cause: string
}

const codes: Readonly<Record<string, FolderErrorCode>> = {
  EACCES: 'NOT_ALLOWED',
  EDQUOT: 'NO_SPACE',
  ENOSPC: 'NO_SPACE',
  ENOTDIR: 'NOT_A_FOLDER',
  EPERM: 'NOT_ALLOWED',
  EROFS: 'NOT_ALLOWED',
}

/** Turns what the system said into an error for the user. What is no word of the system stays as it is. */
export function folderProblem(error: unknown, path: string, verb: Verb): unknown {
  if (!isSystemError(error)) return error
  return new FolderError(codes[error.code] ?? 'DISK_ERROR', path, { verb, cause: plainCause(error) })
}

/** Does what may fail without harm: what the system refuses now is left to the next run. */
export function attemptOn(action: () => void): void {
  try {
    action()
  } catch (error) {
    if (!isSystemError(error)) throw error
  }
}

/** Whether the system refused a call with one of these codes. */
export function failedWith(error: unknown, ...wanted: readonly string[]): boolean {
  return isSystemError(error) && wanted.includes(error.code)
}

/** Says that the folder changed under the hands of this run. */
export function taken({ path }: FilePlace, verb: Verb): FolderError {
  return new FolderError('TAKEN', path, {
    verb,
    cause: 'another program changes it at the same time; try again',
  })
}
