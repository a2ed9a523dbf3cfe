import { lstat } from 'node:fs/promises'
import type { FilePlace } from '../io/place.ts'
import { isSystemError, plainCause } from '../io/plain-cause.ts'
import { SourceReadError, type SourceReadErrorCode } from './source-read-error.ts'

const codes: Readonly<Record<string, SourceReadErrorCode>> = {
  EACCES: 'NOT_ALLOWED',
  EPERM: 'NOT_ALLOWED',
  ENOENT: 'NOT_FOUND',
  ENOTDIR: 'NOT_FOUND',
  ENXIO: 'NOT_A_FILE',
}

/** Turns what the system said about a place into an error for the user. What is no word of the system stays as it is. */
export async function readProblem(error: unknown, { path, location }: FilePlace): Promise<unknown> {
  if (!isSystemError(error)) return error
  const code = codes[error.code] ?? 'UNREADABLE'
  if (error.code !== 'ENOENT') return new SourceReadError(code, path, { cause: plainCause(error) })

  const cause = (await isLink(location))
    ? 'it is a symbolic link to something that does not exist'
    : plainCause(error)
  return new SourceReadError(code, path, { cause })
}

async function isLink(location: string): Promise<boolean> {
  try {
    return (await lstat(location)).isSymbolicLink()
  } catch {
    return false
  }
}
