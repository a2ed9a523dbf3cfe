import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { failedWith, folderProblem } from '../folder/folder-error.ts'
import { recoverFolder } from '../folder/recover-folder.ts'
import { type Place, placeFrom, placeIn } from '../io/place.ts'
import { wrongUsage } from './pack-request.ts'

/** Where packs are, seen from the root of a fleet repository. */
export const PACKS = 'infrastructure/packs'

// What replacing a folder leaves beside it when it dies.
const leftover = /^\.(.+)\.fitout-[A-Za-z0-9]{6}$/

/** Finds the folders of all packs, by name; also those of which an interrupted run has left only the old one beside its place. */
export async function findPacks(cwd: string): Promise<readonly Place[]> {
  const folder = placeFrom(cwd, PACKS)
  const left = (await entriesOf(folder)).flatMap(({ name }) => leftover.exec(name)?.[1] ?? [])
  for (const name of new Set(left)) await recoverFolder(placeIn(folder, name))
  const packs = (await entriesOf(folder)).filter(mayBePack).map(({ name }) => name)
  if (packs.length === 0) throw wrongUsage(`there is no pack in ${PACKS}`)
  return packs.toSorted().map(name => placeIn(folder, name))
}

function mayBePack(entry: Dirent): boolean {
  return (entry.isDirectory() || entry.isSymbolicLink()) && !entry.name.startsWith('.')
}

async function entriesOf({ path, location }: Place): Promise<readonly Dirent[]> {
  try {
    return await readdir(location, { withFileTypes: true })
  } catch (error) {
    if (failedWith(error, 'ENOENT')) return []
    throw folderProblem(error, path, 'read')
  }
}
