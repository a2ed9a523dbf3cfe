import { type Dirent, lstatSync, realpathSync } from 'node:fs'
import { join, sep } from 'node:path'
import { gitIgnore } from '../../domain/lint/model/git-ignore.ts'
import type { LeftAlone } from '../../domain/lint/model/lint-repository.ts'
import { Refusal } from '../command/refusal.ts'
import { failedWith } from '../folder/folder-error.ts'
import { isSystemError, plainCause } from '../io/plain-cause.ts'
import { shownBytes } from '../io/shown-bytes.ts'
import { shownPath } from '../io/shown-path.ts'
import type { LintDisk } from './lint-disk.ts'
import { holdsManifests, isSkippedName, MOST_BYTES, MOST_FILE_BYTES, MOST_FILES } from './manifest-files.ts'

/** As Go names the folder: what is in it is often broken on purpose. */
const TEST_DATA = 'testdata'

/** Whether a path is a folder or in it; the root is the empty path. */
export function isAt(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`)
}

/** Whether a location is a folder or in it. */
export function isWithin(root: string, location: string): boolean {
  return location === root || location.startsWith(root.endsWith(sep) ? root : `${root}${sep}`)
}

/** The cause of an error of the system, in words. Others are thrown on. */
export function systemCauseOf(error: unknown): string {
  if (isSystemError(error)) return plainCause(error)
  throw error
}

/** Collects the manifests of a repository. */
export class RepositoryWalk {
  readonly texts = new Map<string, string>()
  readonly paths = new Set<string>()
  readonly leftAlone: LeftAlone[] = []
  readonly links = new Set<string>()
  readonly marked = new Set<string>()
  readonly folders: string[] = []
  readonly #ignores = new Map<string, string>()
  readonly #root: string
  readonly #disk: LintDisk
  #bytes = 0

  constructor(root: string, disk: LintDisk) {
    this.#root = root
    this.#disk = disk
  }

  /** All of the repository, but for what Git ignores and for test data, unless they are asked for. */
  all(wanted: readonly string[], ignored: ReadonlySet<string>): void {
    const pending = ['']
    for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
      const entries = this.#entries(folder)
      this.folders.push(join(this.#root, folder))
      // An empty folder is that of a submodule: it is there, and nothing is known of it.
      if (entries.length === 0 && folder !== '') this.#keepClosed(folder)
      for (const entry of entries) {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`
        const because = reasonToLeave(entry, path, ignored)
        const isWanted = wanted.some(one => one !== '' && isAt(one, path))
        if (because !== undefined && !isWanted) this.#leaveEntry(entry, path, because)
        else if (entry.isDirectory() && !isSkippedName(entry.name)) pending.push(path)
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
    if (!holdsManifests(path)) return
    try {
      const location = join(this.#root, path)
      const size = this.#disk.sizeOf(location)
      if (size > MOST_FILE_BYTES) return this.#leave(path, `it is larger than ${shownBytes(MOST_FILE_BYTES)}`)
      if (path.endsWith('.json') && size > 1024 * 1024) return
      this.#bytes += size
      if (this.#bytes > MOST_BYTES)
        throw new Refusal(`the manifests are larger than ${shownBytes(MOST_BYTES)} together, the limit`, {
          exitCode: 2,
        })
      const read = this.#disk.textOf(location)
      if (read.kind === 'binary') return this.#leave(path, read.cause)
      // Most JSON is for other programs.
      if (path.endsWith('.json') && !read.text.includes('"apiVersion"')) return
      if (read.isMarked) this.marked.add(path)
      this.texts.set(path, read.text)
    } catch (error) {
      if (error instanceof Refusal) throw error
      this.#leave(path, systemCauseOf(error))
    }
  }

  /** Whether the .gitignore files that were met name a path. */
  isIgnored(): (path: string) => boolean {
    return gitIgnore(this.#ignores)
  }

  #ignore(path: string): void {
    try {
      const read = this.#disk.textOf(join(this.#root, path))
      if (read.kind === 'text') this.#ignores.set(path.slice(0, -'/.gitignore'.length), read.text)
    } catch {
      // Nothing is then known to be ignored.
    }
  }

  #leave(path: string, because: string): void {
    this.leftAlone.push({ path, because })
  }

  #leaveEntry(entry: Dirent, path: string, because: string): void {
    if (entry.isDirectory()) this.#keepClosed(path)
    if (entry.isDirectory() || holdsManifests(path)) this.#leave(path, because)
  }

  // The folder is there, and nothing is known of what is in it.
  #keepClosed(folder: string): void {
    this.paths.add(`${folder}/.`)
  }

  #link(path: string): void {
    this.paths.add(path)
    const location = join(this.#root, path)
    // Nobody tells when what it leads to changes.
    this.#disk.forgetFile(location)
    try {
      const target = realpathSync(location)
      if (!isWithin(realpathSync(this.#root), target))
        return this.#leave(path, 'it is a link that leads out of the repository')
      if (lstatSync(target).isFile()) {
        this.links.add(path)
        this.file(path)
      }
    } catch {
      this.#leave(path, 'it is a link that leads nowhere')
    }
  }

  #entries(folder: string): readonly Dirent[] {
    try {
      return this.#disk.entriesOf(join(this.#root, folder))
    } catch (error) {
      // Somebody has removed it meanwhile.
      if (folder !== '' && failedWith(error, 'ENOENT', 'ENOTDIR')) return []
      throw new Refusal(`cannot read ${shownPath(folder === '' ? '.' : folder)}: ${systemCauseOf(error)}`, {
        exitCode: 2,
      })
    }
  }
}

function reasonToLeave(entry: Dirent, path: string, ignored: ReadonlySet<string>): string | undefined {
  const isFolder = entry.isDirectory()
  // What is never read needs no reason.
  if (isFolder && isSkippedName(entry.name)) return undefined
  if (ignored.has(isFolder ? `${path}/` : path)) return 'Git ignores it; name it to have it judged'
  if (isFolder && entry.name === TEST_DATA)
    return 'it is the test data of a program; name it to have it judged'
  return undefined
}
