import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Entry } from './image/entry.ts'

/** Writes the files of a tree into a folder. */
export async function writeEntries(folder: string, entries: readonly Entry[]): Promise<void> {
  for (const entry of entries) {
    if (entry.kind !== 'file') throw new Error(`cannot write ${entry.path}: it is a link`)
    const path = join(folder, entry.path)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, entry.content, { mode: entry.mode })
  }
}
