import {
  type Dirent,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { gitIgnore } from '../../domain/lint/model/git-ignore.ts'
import type { LeftAlone, RepositoryFiles } from '../../domain/lint/model/lint-repository.ts'
import { Refusal } from '../command/refusal.ts'
import { failedWith } from '../folder/folder-error.ts'
import { collectBytes } from '../io/collect-bytes.ts'
import { decodeText } from '../io/decode-text.ts'
import type { Io } from '../io/io.ts'
import { isSystemError, plainCause } from '../io/plain-cause.ts'
import { shownBytes } from '../io/shown-bytes.ts'
import { shownPath } from '../io/shown-path.ts'

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

/** What was read of files before: what has the same stamp is not read again. */
export type KnownFiles = Map<string, { readonly stamp: string; readonly found: Decoded }>

type Decoded = ReturnType<typeof decodeText> & { readonly isMarked: boolean }

/** How much is read. */
const MOST_FILES = 200_000
const MOST_FILE_BYTES = 8 * 1024 * 1024
const MOST_BYTES = 256 * 1024 * 1024
const STDIN = '<stdin>'

/**
 * Finds the repository of the paths that were given, and reads its manifests. Standard input is a file of its own.
 *
 * Nothing else has to be done meanwhile, so files are read one after the other.
 */
export async function gatherFiles(
  words: readonly string[],
  io: Io,
  known: KnownFiles = new Map(),
): Promise<LintInput> {
  if (words.includes('-')) return readStdin(words, io)
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
  const isSingle = above === undefined && kinds.every(kind => kind === 'file')
  const gathering = new Gathering(root, known)
  if (isSingle) for (const location of wanted) gathering.file(relative(root, location))
  else gathering.folder(paths)
  return {
    root,
    shown: path => relative(io.cwd(), join(root, path)).split(sep).join('/') || '.',
    files: {
      texts: gathering.texts,
      paths: gathering.paths,
      isWhole: !isSingle,
      isIgnored: gathering.isIgnored(),
    },
    isWanted: path => paths.some(one => one === '' || path === one || path.startsWith(`${one}/`)),
    leftAlone: gathering.leftAlone,
    links: gathering.links,
    marked: gathering.marked,
    folders: isSingle ? wanted.map(location => dirname(location)) : gathering.folders,
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
    throw new Refusal(`cannot read ${shownPath(word)}: ${causeOf(error)}`, { exitCode: 2 })
  }
  throw new Refusal(`${shownPath(word)} is neither a file nor a folder`, { exitCode: 2 })
}

function causeOf(error: unknown): string {
  if (isSystemError(error)) return plainCause(error)
  throw error
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
    .every(part => (!part.startsWith('.') || part === '..' || part === '.') && !SKIPPED.has(part))
}

function isWithin(root: string, location: string): boolean {
  return location === root || location.startsWith(root.endsWith(sep) ? root : `${root}${sep}`)
}

const MANIFEST = /\.(?:ya?ml|json)$|(?:^|\/)Kustomization$/
const SKIPPED = new Set(['node_modules', 'vendor'])
const MARK = Buffer.from('\uFEFF')
/** As Go names the folder: what is in it is often broken on purpose. */
const TEST_DATA = 'testdata'

// Whether a path that was named is the folder, or in it.
function isAt(folder: string, wanted: string): boolean {
  return wanted === folder || wanted.startsWith(`${folder}/`)
}

class Gathering {
  readonly texts = new Map<string, string>()
  readonly paths = new Set<string>()
  readonly leftAlone: LeftAlone[] = []
  readonly #ignores = new Map<string, string>()
  readonly links = new Set<string>()
  readonly marked = new Set<string>()
  readonly folders: string[] = []
  readonly #root: string
  readonly #known: KnownFiles
  #bytes = 0

  constructor(root: string, known: KnownFiles) {
    this.#root = root
    this.#known = known
  }

  /** All of the repository, but for folders of test data that are not asked for. */
  folder(wanted: readonly string[]): void {
    const pending = ['']
    for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
      const entries = this.#entries(folder)
      this.folders.push(join(this.#root, folder))
      // An empty folder is that of a submodule: it is there, and nothing is known of it.
      if (entries.length === 0 && folder !== '') this.paths.add(`${folder}/.`)
      for (const entry of entries) {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`
        const isRead = entry.isDirectory() && !entry.name.startsWith('.') && !SKIPPED.has(entry.name)
        if (isRead && entry.name === TEST_DATA && !wanted.some(one => isAt(path, one))) {
          this.paths.add(`${path}/.`)
          this.#leave(path, 'it is the test data of a program; name it to have it judged')
        } else if (isRead) pending.push(path)
        else if (entry.isSymbolicLink()) this.#link(path)
        else if (entry.isFile()) this.file(path)
      }
      if (this.paths.size > MOST_FILES)
        throw new Refusal(`there are more than ${MOST_FILES} files, the limit`, {
          exitCode: 2,
          fix: 'name a folder below',
        })
    }
  }

  file(path: string): void {
    this.paths.add(path)
    if (path === '.gitignore' || path.endsWith('/.gitignore')) this.#ignore(path)
    if (!MANIFEST.test(path) || path.split('/').at(-1)?.startsWith('.') === true) return
    try {
      const location = join(this.#root, path)
      const { size, mtimeMs, ino } = statSync(location)
      if (size > MOST_FILE_BYTES) return this.#leave(path, `it is larger than ${shownBytes(MOST_FILE_BYTES)}`)
      if (path.endsWith('.json') && size > 1024 * 1024) return
      this.#bytes += size
      if (this.#bytes > MOST_BYTES)
        throw new Refusal(`the manifests are larger than ${shownBytes(MOST_BYTES)} together, the limit`, {
          exitCode: 2,
        })
      const decoded = this.#read(path, `${size}:${mtimeMs}:${ino}`)
      if (decoded.kind === 'binary') return this.#leave(path, decoded.cause)
      // Most JSON is for other programs.
      if (path.endsWith('.json') && !decoded.text.includes('"apiVersion"')) return
      if (decoded.isMarked) this.marked.add(path)
      this.texts.set(path, decoded.text)
    } catch (error) {
      if (error instanceof Refusal) throw error
      this.#leave(path, causeOf(error))
    }
  }

  isIgnored(): (path: string) => boolean {
    return gitIgnore(this.#ignores)
  }

  #ignore(path: string): void {
    try {
      const decoded = decodeText(readFileSync(join(this.#root, path)))
      if (decoded.kind === 'text') this.#ignores.set(path.slice(0, -'/.gitignore'.length), decoded.text)
    } catch {
      // Nothing is then known to be ignored.
    }
  }

  #read(path: string, stamp: string): Decoded {
    const before = this.#known.get(path)
    if (before?.stamp === stamp) return before.found
    const bytes = readFileSync(join(this.#root, path))
    const found = { ...decodeText(bytes), isMarked: bytes.subarray(0, MARK.length).equals(MARK) }
    this.#known.set(path, { stamp, found })
    return found
  }

  #leave(path: string, because: string): void {
    this.leftAlone.push({ path, because })
  }

  #link(path: string): void {
    this.paths.add(path)
    try {
      const target = realpathSync(join(this.#root, path))
      if (!isWithin(realpathSync(this.#root), target))
        return this.#leave(path, 'it is a link that leads out of the repository')
      const found = lstatSync(target)
      if (found.isFile()) {
        this.links.add(path)
        this.file(path)
      }
    } catch {
      this.#leave(path, 'it is a link that leads nowhere')
    }
  }

  #entries(folder: string): readonly Dirent[] {
    try {
      const entries = readdirSync(join(this.#root, folder), { withFileTypes: true })
      return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    } catch (error) {
      // Somebody has removed it meanwhile.
      if (folder !== '' && failedWith(error, 'ENOENT', 'ENOTDIR')) return []
      throw new Refusal(`cannot read ${shownPath(folder === '' ? '.' : folder)}: ${causeOf(error)}`, {
        exitCode: 2,
      })
    }
  }
}
