import { readFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Entry, file } from './entry.ts'

/** The files of a folder, where an archive shall have them. Of their modes only whether they can be run is kept. */
export async function folderEntries(folder: string, prefix: string): Promise<readonly Entry[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = found.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  return Promise.all(
    paths.toSorted().map(async path => {
      const mode = (await stat(path)).mode & 0o100 ? 0o755 : 0o644
      return file(join(prefix, path.slice(folder.length + 1)), await readFile(path), mode)
    }),
  )
}
