import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { readRepository } from '../../domain/repository/read-repository.ts'
import type { RepositoryFile } from '../../domain/repository/repository-schema.ts'
import { counted } from '../../domain/text/counted.ts'
import { FITOUT_FILE } from '../../scaffold/init/fitout-file.ts'
import { Refusal } from '../command/refusal.ts'
import { failedWith, folderProblem } from '../folder/folder-error.ts'
import type { Io } from '../io/io.ts'
import type { FilePlace } from '../io/place.ts'

/** A fleet repository on this disk. */
export interface FoundRepository {
  /** Its root: paths of messages are seen from where the user is. */
  readonly root: FilePlace
  readonly repository: RepositoryFile
  /** The text of fitout.yaml. */
  readonly text: string
}

/** Finds the fleet repository that the user is in, from any folder below. Refuses if there is none, or its fitout.yaml is wrong. */
export function findRepository(io: Io): FoundRepository {
  const found = repositoryAbove(io.cwd(), io)
  if (found) return found
  throw new Refusal('there is no fitout.yaml in this folder or above it', {
    exitCode: 2,
    fix: 'go to a fleet repository, or make one',
    hint: 'fitout init --help',
  })
}

/** The fleet repository that a folder is in; undefined if it is in none. */
export function repositoryAbove(folder: string, io: Io): FoundRepository | undefined {
  const start = resolve(folder)
  for (let at = start; ; at = dirname(at)) {
    const found = readRoot(at, io)
    if (found) return found
    if (dirname(at) === at) return undefined
  }
}

/** The fleet repository whose root a folder is; undefined if it is none. */
export function readRoot(location: string, io: Io): FoundRepository | undefined {
  const path = relative(resolve(io.cwd()), location) || '.'
  const file = path === '.' ? FITOUT_FILE : join(path, FITOUT_FILE)
  const text = readIfThere({ path: file, location: join(location, FITOUT_FILE) })
  if (text === undefined) return undefined
  const reading = readRepository(text)
  if (reading.ok) return { root: { path, location }, repository: reading.repository, text }
  for (const { line, column, message } of reading.problems) io.say(`${file}:${line}:${column}: ${message}`)
  throw new Refusal(`cannot use ${file}: ${counted(reading.problems.length, 'problem')}`, { exitCode: 2 })
}

function readIfThere({ path, location }: FilePlace): string | undefined {
  try {
    return readFileSync(location, 'utf8')
  } catch (error) {
    if (failedWith(error, 'ENOENT', 'ENOTDIR')) return undefined
    throw folderProblem(error, path, 'read')
  }
}
