import type { RepositoryFiles } from '../../domain/lint/model/lint-repository.ts'
import {
  type LintRepository,
  readLintRepository,
  type LintMemory,
} from '../../domain/lint/model/lint-repository.ts'
import { repositorySide, type RepositorySide } from '../../domain/change/delivery/fleet-sides.ts'
import { filesForRendering } from '../../domain/kustomize/renderer.ts'
import { Refusal } from '../command/refusal.ts'
import type { RangeFiles, SideFile } from '../git/commit-files.ts'
import { decodeText } from '../io/decode-text.ts'
import { shownBytes } from '../io/shown-bytes.ts'
import {
  holdsManifests,
  isSkippedFolder,
  MOST_BYTES,
  MOST_FILE_BYTES,
  MOST_FILES,
} from '../lint/manifest-files.ts'

/** Both sides of a range. */
export interface ReadSides {
  readonly before: RepositorySide
  readonly after: RepositorySide
}

/** Reads both sides. What is the same on both is read once. */
export async function readSides(files: RangeFiles): Promise<ReadSides> {
  const texts = new Texts()
  const before = await texts.of(files.before, files)
  const after = files.after === files.before ? before : await texts.of(files.after, files)
  // A text that is on both sides is parsed once.
  const memory: LintMemory = new Map()
  const old = await sideOf(readLintRepository(before, memory), files.before, files)
  const now = after === before ? old : await sideOf(readLintRepository(after, memory), files.after, files)
  return { before: old, after: now }
}

async function sideOf(
  repository: LintRepository,
  list: ReadonlyMap<string, SideFile>,
  { read }: RangeFiles,
): Promise<RepositorySide> {
  const wanted = filesForRendering(repository).flatMap(path => list.get(path) ?? [])
  const small = wanted.filter(({ isPlain, bytes }) => isPlain && bytes <= MOST_FILE_BYTES)
  const found = await read(small)
  const bytes = new Map([...found].map(([{ path }, content]) => [path, new Uint8Array(content)]))
  return repositorySide(repository, path => bytes.get(path))
}

class Texts {
  readonly #byId = new Map<string, string | undefined>()

  async of(list: ReadonlyMap<string, SideFile>, { read }: RangeFiles): Promise<RepositoryFiles> {
    const seen = [...list.values()].filter(({ path }) => !isSkippedFolder(path))
    if (seen.length > MOST_FILES) throw tooMuch(`there are more than ${MOST_FILES} files`)
    const wanted = seen.filter(
      ({ path, isPlain, bytes }) => isPlain && holdsManifests(path) && bytes <= MOST_FILE_BYTES,
    )
    if (wanted.reduce((sum, { bytes }) => sum + bytes, 0) > MOST_BYTES)
      throw tooMuch(`the manifests are larger than ${shownBytes(MOST_BYTES)} together`)
    const unread = wanted.filter(({ id }) => id === undefined || !this.#byId.has(id))
    const found = await read(unread)
    const texts = new Map<string, string>()
    const gone = new Set<string>()
    for (const file of wanted) {
      const content = found.get(file)
      if (content && file.id !== undefined) this.#byId.set(file.id, textOf(content))
      if (!content && file.id === undefined) gone.add(file.path)
      const text = file.id === undefined ? content && textOf(content) : this.#byId.get(file.id)
      if (text !== undefined && (!file.path.endsWith('.json') || text.includes('"apiVersion"')))
        texts.set(file.path, text)
    }
    const paths = seen.map(({ path, isPlain, id }) => (isPlain || id === undefined ? path : `${path}/.`))
    return { texts, paths: new Set(paths.filter(path => !gone.has(path))), isWhole: true }
  }
}

function textOf(content: Buffer): string | undefined {
  const decoded = decodeText(content)
  return decoded.kind === 'text' ? decoded.text : undefined
}

function tooMuch(what: string): Refusal {
  return new Refusal(`${what}, the limit`, { exitCode: 2 })
}
