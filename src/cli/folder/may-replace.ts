import { decodeText } from '../io/decode-text.ts'
import type { FilePlace } from '../io/place.ts'
import type { Disk } from './disk.ts'
import { FolderError } from './folder-error.ts'

/** How a folder shows that Fitout made it, and what of it. */
export interface Marker {
  /** The file that says so. */
  readonly name: string
  /** The other files, as its text lists them; none when it cannot be understood. */
  readonly filesOf: (text: string) => readonly string[]
}

/** The first file that Fitout did not write; undefined when all are its own. Without the marker none is. */
export function foreignName(files: ReadonlyMap<string, Buffer>, marker: Marker): string | undefined {
  const own = ownNames(files.get(marker.name), marker)
  for (const name of files.keys()) if (!own.has(name)) return name
  return undefined
}

function ownNames(bytes: Buffer | undefined, marker: Marker): ReadonlySet<string> {
  if (!bytes) return new Set()
  const decoded = decodeText(bytes)
  return new Set([marker.name, ...(decoded.kind === 'text' ? marker.filesOf(decoded.text) : [])])
}

/** Whether a folder has just these files, byte for byte. */
export function isSame(before: ReadonlyMap<string, Buffer>, files: ReadonlyMap<string, string>): boolean {
  if (before.size !== files.size) return false
  for (const [name, text] of files) if (!before.get(name)?.equals(Buffer.from(text))) return false
  return true
}

/** A link would be replaced by a folder, and what it leads to stay as it was. */
export function refuseLink({ path, location }: FilePlace, disk: Disk): void {
  if (!disk.lstatSync(location, { throwIfNoEntry: false })?.isSymbolicLink()) return
  const cause = 'it is a symbolic link; give the folder that it points to'
  throw new FolderError('NOT_A_FOLDER', path, { verb: 'write', cause })
}

/** A shell whose folder is replaced stays in the old one, where nothing works any more. */
export function refuseCurrentFolder({ path, location }: FilePlace, disk: Disk): void {
  const [here, there] = [disk.statSync('.'), disk.statSync(location, { throwIfNoEntry: false })]
  if (there?.ino !== here.ino || there.dev !== here.dev) return
  const cause = 'it is the current directory; change to another one, and give its path'
  throw new FolderError('CURRENT_FOLDER', path, { verb: 'write', cause })
}

/** Names come from Fitout itself, so one that leads elsewhere is a bug. */
export function refusePath(name: string): void {
  if (name !== '' && name !== '.' && name !== '..' && !/[/\\\0]/.test(name)) return
  throw new TypeError(`a file in a pack cannot be called ${JSON.stringify(name)}`)
}
