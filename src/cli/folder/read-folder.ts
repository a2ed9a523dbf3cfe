import { decodeText } from '../io/decode-text.ts'
import { type FilePlace, placeIn } from '../io/place.ts'
import { shownBytes } from '../io/shown-bytes.ts'
import { shownPath } from '../io/shown-path.ts'
import { type Disk, realDisk } from './disk.ts'
import { failedWith, FolderError, folderProblem, taken, type Verb } from './folder-error.ts'

// More than a pack of the largest sources has: in a ConfigMap every line of them is indented.
const MAX_BYTES = 256 * 1024 * 1024
const MAX_FILES = 20_000

/** Reads the files of a folder, by the bytes of their names; undefined when there is no folder. */
export async function readFolder(
  target: FilePlace,
  disk: Disk = realDisk,
): Promise<ReadonlyMap<string, string> | undefined> {
  const files = readFiles(target, 'read', disk)
  if (!files) return undefined
  const texts = new Map<string, string>()
  for (const [name, bytes] of files) {
    const decoded = decodeText(bytes)
    if (decoded.kind === 'binary') {
      throw new FolderError('NOT_TEXT', placeIn(target, name).path, { verb: 'read', cause: decoded.cause })
    }
    texts.set(name, decoded.text)
  }
  return texts
}

/** Reads the files of a folder as they are. `verb` is what they are read for. */
export function readFiles(
  target: FilePlace,
  verb: Verb,
  disk: Disk,
): ReadonlyMap<string, Buffer> | undefined {
  const before = identityOf(target, disk)
  const files = new Map<string, Buffer>()
  let room = MAX_BYTES
  for (const name of fileNames(target, verb, disk) ?? []) {
    const bytes = readOne(placeIn(target, name), room, disk)
    if (bytes === 'taken') throw taken(target, verb)
    if (bytes === 'too large') throw tooLarge(target, verb)
    room -= bytes.length
    files.set(name, bytes)
  }
  // Names of the one folder with files of the other would be a mix.
  if (identityOf(target, disk) !== before) throw taken(target, verb)
  return before === undefined ? undefined : files
}

function readOne({ path, location }: FilePlace, room: number, disk: Disk): Buffer | 'taken' | 'too large' {
  try {
    return disk.lstatSync(location).size > room ? 'too large' : disk.readFileSync(location)
  } catch (error) {
    if (failedWith(error, 'ENOENT')) return 'taken'
    throw folderProblem(error, path, 'read')
  }
}

function identityOf({ path, location }: FilePlace, disk: Disk): string | undefined {
  try {
    const found = disk.statSync(location, { throwIfNoEntry: false })
    return found && `${found.dev}:${found.ino}`
  } catch (error) {
    throw folderProblem(error, path, 'read')
  }
}

/** The names of the files in a folder, sorted by their bytes. Packs have no folders inside. */
function fileNames(target: FilePlace, verb: Verb, disk: Disk): readonly string[] | undefined {
  const entries = entriesOf(target, verb, disk)
  const stranger = entries?.find(entry => !entry.isFile())
  if (stranger) throw foreignFile(target, verb, stranger.isDirectory() ? `${stranger.name}/` : stranger.name)
  if (entries && entries.length > MAX_FILES) {
    const cause = `it has more than ${MAX_FILES} files, the limit`
    throw new FolderError('TOO_LARGE', target.path, { verb, cause })
  }
  return entries?.map(({ name }) => name)
}

/** Says that a folder is not only Fitout's. */
export function foreignFile(target: FilePlace, verb: Verb, name: string): FolderError {
  const next = verb === 'write' ? 'move it away, or choose another --out' : 'move it away'
  const cause = `it contains ${shownPath(name)}, which is not part of a pack; ${next}`
  return new FolderError('FOREIGN_FILE', target.path, { verb, cause })
}

function entriesOf({ path, location }: FilePlace, verb: Verb, disk: Disk) {
  try {
    const entries = disk.readdirSync(location, { withFileTypes: true })
    return entries.toSorted((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)))
  } catch (error) {
    if (failedWith(error, 'ENOENT')) return undefined
    const isFile = disk.lstatSync(location, { throwIfNoEntry: false }) !== undefined
    if (!failedWith(error, 'ENOTDIR') || !isFile) throw folderProblem(error, path, verb)
    throw new FolderError('NOT_A_FOLDER', path, { verb, cause: 'it is a file, not a folder' })
  }
}

function tooLarge({ path }: FilePlace, verb: Verb): FolderError {
  const cause = `its files are larger than ${shownBytes(MAX_BYTES)}, the limit for all together`
  return new FolderError('TOO_LARGE', path, { verb, cause })
}
