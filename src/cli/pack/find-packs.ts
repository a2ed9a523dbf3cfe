import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { RECORD_FILE } from '../../domain/pack/pack-record.ts'
import { failedWith, folderProblem } from '../folder/folder-error.ts'
import { recoverFolder } from '../folder/recover-folder.ts'
import { type FilePlace, placeFrom, placeIn } from '../io/place.ts'
import { wrongUsage } from './pack-request.ts'

/** Where packs are, seen from the root of a fleet repository. */
export const PACKS = 'infrastructure/packs'

// What replacing a folder leaves beside it when it dies.
const leftover = /^\.(.+)\.fitout-[A-Za-z0-9]{6}$/

/** Finds the folders of all packs, by path; also those of which an interrupted run has left only the old one beside its place. */
export async function findPacks(cwd: string): Promise<readonly FilePlace[]> {
  const packs = await packsIn(placeFrom(cwd, PACKS))
  if (packs.length === 0) throw wrongUsage(`there is no pack in ${PACKS}`)
  return packs
}

async function packsIn(folder: FilePlace): Promise<readonly FilePlace[]> {
  const left = (await entriesOf(folder)).flatMap(({ name }) => leftover.exec(name)?.[1] ?? [])
  for (const name of new Set(left)) await recoverFolder(placeIn(folder, name))
  const entries = (await entriesOf(folder)).filter(mayBePack)
  const found: FilePlace[] = []
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const place = placeIn(folder, entry.name)
    // A link may lead to itself.
    const isGroup = entry.isDirectory() && (await holdsPacks(place))
    found.push(...(isGroup ? await packsIn(place) : [place]))
  }
  return found
}

/** Whether a folder is no pack, but one that packs are in, such as those of a namespace. */
async function holdsPacks(folder: FilePlace): Promise<boolean> {
  const entries = await entriesOf(folder)
  return entries.some(entry => entry.isDirectory()) && !entries.some(({ name }) => name === RECORD_FILE)
}

function mayBePack(entry: Dirent): boolean {
  return (entry.isDirectory() || entry.isSymbolicLink()) && !entry.name.startsWith('.')
}

async function entriesOf({ path, location }: FilePlace): Promise<readonly Dirent[]> {
  try {
    return await readdir(location, { withFileTypes: true })
  } catch (error) {
    if (failedWith(error, 'ENOENT')) return []
    throw folderProblem(error, path, 'read')
  }
}
