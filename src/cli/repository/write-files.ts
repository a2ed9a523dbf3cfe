import { dirname, join } from 'node:path'
import { type Disk, realDisk } from '../folder/disk.ts'
import { attemptOn, failedWith, FolderError, folderProblem } from '../folder/folder-error.ts'
import { decodeText } from '../io/decode-text.ts'
import type { Io } from '../io/io.ts'
import type { FilePlace } from '../io/place.ts'
import { fileIn } from './file-in.ts'

/** A file that becomes another one. */
export interface FileChange {
  /** Seen from the root. */
  readonly path: string
  /** What is there, as it was read; undefined if nothing is. */
  readonly before: string | undefined
  /** What shall be there; undefined for nothing. */
  readonly after: string | undefined
}

/*
 * The changes are prepared in a hidden folder of the root, and written down there, before the first file moves. A run that dies
 * in between leaves that folder, and the next run takes everything back. A power cut is for Git to fix: nothing is forced to the disk.
 */
const WORK = '.fitout-write-'
const JOURNAL = 'journal.json'

interface Journal {
  readonly files: readonly { readonly path: string; readonly isNew: boolean }[]
  /** Folders that were not there before, the outer ones first. */
  readonly folders: readonly string[]
}

/** Makes all changes or none, and lets Ctrl-C wait until then. Rejects them if a file is not what it was when it was read. */
export function writeFiles(
  root: FilePlace,
  changes: readonly FileChange[],
  { io, disk = realDisk }: { readonly io: Pick<Io, 'whenStopped'>; readonly disk?: Disk },
): void {
  void io.whenStopped()
  const pending = changes.filter(({ before, after }) => before !== after)
  if (pending.length === 0) return
  const made: string[] = []
  try {
    makeFolder(root.location, made, disk)
    undoInterruptedWrite(root, disk)
    for (const change of pending) refuseOther(root, change, disk)
    const work = disk.mkdtempSync(join(root.location, WORK))
    try {
      prepare(work, pending, disk)
      const files = pending.map(({ path, before }) => ({ path, isNew: before === undefined }))
      writeJournal(work, { files, folders: newFolders(root, pending, disk) }, disk)
      move(root, { work, changes: pending }, disk)
      // From here on it is done: what is left is only to be removed.
      disk.renameSync(join(work, JOURNAL), join(work, 'done.json'))
    } catch (error) {
      attemptOn(() => undo(root, work, disk))
      throw error
    }
    attemptOn(() => disk.rmSync(work, { recursive: true, force: true }))
  } catch (error) {
    for (const folder of made.toReversed()) attemptOn(() => removeIfEmpty(folder, disk))
    throw folderProblem(error, root.path, 'write')
  }
}

/** Reads a file of a repository; undefined if there is none. */
export function readTextFile(root: FilePlace, path: string, disk: Disk = realDisk): string | undefined {
  return readPlace(fileIn(root, path), disk)
}

/** Reads a file; undefined if there is none. */
export function readPlace(place: FilePlace, disk: Disk = realDisk): string | undefined {
  let bytes
  try {
    bytes = disk.readFileSync(place.location)
  } catch (error) {
    if (failedWith(error, 'ENOENT', 'ENOTDIR')) return undefined
    throw folderProblem(error, place.path, 'read')
  }
  const decoded = decodeText(bytes)
  if (decoded.kind === 'text') return decoded.text
  throw new FolderError('NOT_TEXT', place.path, { verb: 'read', cause: decoded.cause })
}

/** Takes back what a run that died has begun. */
export function undoInterruptedWrite(root: FilePlace, disk: Disk = realDisk): void {
  for (const name of namesIn(root.location, disk)) {
    if (name.startsWith(WORK)) undo(root, join(root.location, name), disk)
  }
}

function prepare(work: string, changes: readonly FileChange[], disk: Disk): void {
  disk.mkdirSync(join(work, 'new'))
  disk.mkdirSync(join(work, 'old'))
  for (const [index, { after }] of changes.entries()) {
    if (after !== undefined) disk.writeFileSync(join(work, 'new', String(index)), after)
  }
}

function writeJournal(work: string, journal: Journal, disk: Disk): void {
  disk.writeFileSync(join(work, `${JOURNAL}.new`), JSON.stringify(journal))
  disk.renameSync(join(work, `${JOURNAL}.new`), join(work, JOURNAL))
}

interface Move {
  readonly work: string
  readonly changes: readonly FileChange[]
}

function move(root: FilePlace, { work, changes }: Move, disk: Disk): void {
  for (const [index, { path, before, after }] of changes.entries()) {
    const target = join(root.location, path)
    const prepared = join(work, 'new', String(index))
    if (after !== undefined) disk.mkdirSync(dirname(target), { recursive: true })
    if (before !== undefined) {
      if (after !== undefined) disk.chmodSync(prepared, disk.statSync(target).mode)
      disk.renameSync(target, join(work, 'old', String(index)))
    }
    if (after !== undefined) disk.renameSync(prepared, target)
  }
}

/** Puts every file back. What is written down was begun; what is not was only prepared. */
function undo(root: FilePlace, work: string, disk: Disk): void {
  const journal = readJournal(work, disk)
  for (const [index, { path, isNew }] of (journal?.files ?? []).entries()) {
    const target = join(root.location, path)
    const old = join(work, 'old', String(index))
    if (isThere(old, disk)) disk.renameSync(old, target)
    // Its text has left the hidden folder.
    else if (isNew && !isThere(join(work, 'new', String(index)), disk)) disk.rmSync(target, { force: true })
  }
  for (const folder of (journal?.folders ?? []).toReversed()) removeIfEmpty(join(root.location, folder), disk)
  disk.rmSync(work, { recursive: true, force: true })
}

function readJournal(work: string, disk: Disk): Journal | undefined {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Fitout wrote it, whole or not at all
    return JSON.parse(disk.readFileSync(join(work, JOURNAL), 'utf8')) as Journal
  } catch (error) {
    if (failedWith(error, 'ENOENT', 'ENOTDIR')) return undefined
    throw error
  }
}

// A link would lead out of the repository; a file that changed since it was read belongs to another client.
function refuseOther(root: FilePlace, { path, before }: FileChange, disk: Disk): void {
  const parts = path.split('/')
  for (const depth of parts.keys()) {
    const place = fileIn(root, parts.slice(0, depth + 1).join('/'))
    const found = disk.lstatSync(place.location, { throwIfNoEntry: false })
    if (!found) break
    const isLast = depth === parts.length - 1
    if (found.isSymbolicLink()) {
      throw new FolderError('NOT_A_FOLDER', place.path, {
        verb: 'write',
        cause: 'it is a link; Fitout does not write through links',
      })
    }
    if (isLast ? !found.isFile() : !found.isDirectory()) {
      const cause = isLast ? 'it is not a file' : 'it is a file, not a folder'
      throw new FolderError('NOT_A_FOLDER', place.path, { verb: 'write', cause })
    }
  }
  if (readTextFile(root, path, disk) === before) return
  const cause = 'another program changed it at the same time; try again'
  throw new FolderError('TAKEN', fileIn(root, path).path, { verb: 'write', cause })
}

function newFolders(root: FilePlace, changes: readonly FileChange[], disk: Disk): readonly string[] {
  const folders = new Set<string>()
  for (const { path, after } of changes) {
    const parts = after === undefined ? [] : path.split('/').slice(0, -1)
    for (const depth of parts.keys()) folders.add(parts.slice(0, depth + 1).join('/'))
  }
  const isNew = (folder: string) => !isThere(join(root.location, folder), disk)
  return [...folders].toSorted((a, b) => a.length - b.length).filter(isNew)
}

function makeFolder(location: string, made: string[], disk: Disk): void {
  if (isThere(location, disk)) return
  makeFolder(dirname(location), made, disk)
  disk.mkdirSync(location)
  made.push(location)
}

function removeIfEmpty(folder: string, disk: Disk): void {
  if (isThere(folder, disk) && namesIn(folder, disk).length === 0) disk.rmSync(folder, { recursive: true })
}

function isThere(path: string, disk: Disk): boolean {
  return disk.lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

function namesIn(folder: string, disk: Disk): readonly string[] {
  try {
    return disk.readdirSync(folder)
  } catch (error) {
    if (failedWith(error, 'ENOENT')) return []
    throw error
  }
}
