import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import type { LeftAlone, RepositoryFiles } from '../../domain/lint/model/lint-repository.ts'
import { Refusal } from '../command/refusal.ts'
import { failedWith } from '../folder/folder-error.ts'
import { collectBytes } from '../io/collect-bytes.ts'
import { decodeText } from '../io/decode-text.ts'
import type { Io } from '../io/io.ts'
import { shownBytes } from '../io/shown-bytes.ts'
import { shownPath } from '../io/shown-path.ts'
import { LintDisk } from './lint-disk.ts'
import { isSkippedName, MOST_FILE_BYTES } from './manifest-files.ts'
import { systemCauseOf, isAt, isWithin, RepositoryWalk } from './repository-walk.ts'

/** What is judged: a repository, and which of its files are asked for. */
export interface LintInput {
  /** The folder of the repository. */
  readonly root: string
  /** How a path of the repository is seen from where the user is. */
  readonly shown: (path: string) => string
  readonly files: RepositoryFiles
  readonly isWanted: (path: string) => boolean
  /** Files that are not read, and why. */
  readonly leftAlone: readonly LeftAlone[]
  /** Files that are links to others: what is wrong with them is fixed there. */
  readonly links: ReadonlySet<string>
  /** Files that begin with a byte order mark, which is not part of their text. */
  readonly marked: ReadonlySet<string>
  /** The folders that were read, with their whole paths. */
  readonly folders: readonly string[]
  readonly isStdin: boolean
}

const STDIN = '<stdin>'

/** Finds the repository of the paths that were given, and reads its manifests. Standard input is a file of its own. */
export async function gatherFiles(words: readonly string[], io: Io): Promise<LintInput> {
  if (words.includes('-')) return readStdin(words, io)
  return readLintPlace(findPlace(words, io), io, new LintDisk())
}

/** What is read: a repository or single files, and the paths in it that were asked for. */
export interface LintPlace {
  readonly root: string
  /** From the root, with slashes; empty for the root itself. */
  readonly paths: readonly string[]
  /** Whether only these files are read, as they are in no repository. */
  readonly isSingle: boolean
}

/** Finds the repository that the paths are in. */
export function findPlace(words: readonly string[], io: Pick<Io, 'cwd'>): LintPlace {
  const wanted = (words.length === 0 ? ['.'] : words).map(word => resolve(io.cwd(), word))
  const kinds = wanted.map((location, index) => kindOf(location, words[index] ?? '.'))
  const [first = io.cwd()] = wanted
  const around = rootAbove(kinds[0] === 'file' ? dirname(first) : first)
  const above = around !== undefined && isReadFrom(around, first) ? around : undefined
  const root = above ?? (kinds[0] === 'file' ? dirname(first) : first)
  const outside = wanted.find(location => !isWithin(root, location))
  if (outside !== undefined) {
    const shown = shownPath(relative(io.cwd(), outside))
    throw new Refusal(`${shown} is in another repository than ${words[0] ?? '.'}`, {
      exitCode: 2,
      fix: 'judge one repository at a time',
    })
  }
  const paths = wanted.map(location => relative(root, location).split(sep).join('/'))
  return { root, paths, isSingle: above === undefined && kinds.every(kind => kind === 'file') }
}

/** Reads the manifests of a place, as far as `disk` does not know them. */
export async function readLintPlace(
  place: LintPlace,
  io: Pick<Io, 'cwd' | 'env'>,
  disk: LintDisk,
): Promise<LintInput> {
  const { root, paths, isSingle } = place
  const walk = new RepositoryWalk(root, disk)
  if (isSingle) for (const path of paths) walk.file(path)
  else walk.all(paths, await disk.ignoredIn(root, io.env))
  return {
    root,
    shown: path => relative(io.cwd(), join(root, path)).split(sep).join('/') || '.',
    files: { texts: walk.texts, paths: walk.paths, isWhole: !isSingle, isIgnored: walk.isIgnored() },
    isWanted: path => paths.some(one => isAt(path, one)),
    leftAlone: walk.leftAlone,
    links: walk.links,
    marked: walk.marked,
    folders: isSingle ? paths.map(path => dirname(join(root, path))) : walk.folders,
    isStdin: false,
  }
}

async function readStdin(words: readonly string[], io: Io): Promise<LintInput> {
  if (words.length > 1) throw new Refusal('standard input (-) cannot be combined with paths', { exitCode: 2 })
  const bytes = await collectBytes(io.stdin(), MOST_FILE_BYTES)
  if (!bytes)
    throw new Refusal(`standard input is larger than ${shownBytes(MOST_FILE_BYTES)}`, { exitCode: 2 })
  const decoded = decodeText(bytes)
  if (decoded.kind === 'binary')
    throw new Refusal(`cannot read standard input: ${decoded.cause}`, { exitCode: 2 })
  const texts = new Map([[STDIN, decoded.text]])
  return {
    root: io.cwd(),
    shown: path => path,
    files: { texts, paths: new Set([STDIN]), isWhole: false },
    isWanted: () => true,
    leftAlone: [],
    links: new Set(),
    marked: new Set(),
    folders: [],
    isStdin: true,
  }
}

function kindOf(location: string, word: string): 'file' | 'folder' {
  try {
    const found = lstatSync(realpathSync(location))
    if (found.isDirectory()) return 'folder'
    if (found.isFile()) return 'file'
  } catch (error) {
    if (failedWith(error, 'ENOENT', 'ENOTDIR'))
      throw new Refusal(`there is no file or folder ${shownPath(word)}`, { exitCode: 2 })
    throw new Refusal(`cannot read ${shownPath(word)}: ${systemCauseOf(error)}`, { exitCode: 2 })
  }
  throw new Refusal(`${shownPath(word)} is neither a file nor a folder`, { exitCode: 2 })
}

/** The folder of the repository that a folder is in: with a fitout.yaml, or of a clone. */
function rootAbove(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, 'fitout.yaml')) || existsSync(join(at, '.git'))) return at
    if (dirname(at) === at) return undefined
  }
}

// A folder that is not read as part of a repository is one of its own when it is named.
function isReadFrom(root: string, location: string): boolean {
  return relative(root, location)
    .split(sep)
    .every(part => part === '..' || part === '.' || !isSkippedName(part))
}
