import { resolve } from 'node:path'
import type { FilePlace } from '../io/place.ts'
import { type Disk, realDisk } from './disk.ts'
import { failedWith, folderProblem } from './folder-error.ts'
import { discard, leftovers, takeOver } from './work-folder.ts'

/**
 * Brings the old folder back if a run died in the moment in which the old one had left its place and the new one had not
 * taken it. To be called before a folder is read; writing calls it by itself. Does nothing where there is a folder.
 */
export async function recoverFolder(
  target: FilePlace,
  disk: Disk = realDisk,
): Promise<'recovered' | 'nothing to do'> {
  try {
    return restoreFolder(resolve(target.location), disk) ? 'recovered' : 'nothing to do'
  } catch (error) {
    throw folderProblem(error, target.path, 'write')
  }
}

/** Brings the old folder back if the target is missing, and says whether it did. */
export function restoreFolder(target: string, disk: Disk): boolean {
  if (isThere(target, disk)) return false
  for (const leftover of leftovers(target, disk)) {
    // A run without an old folder may be alive and about to create the first one: leave it alone.
    if (!isThere(leftover.old, disk)) continue
    const work = takeOver(target, leftover, disk)
    if (!work) continue
    const isBack = moveUnlessThere(work.old, target, disk)
    discard(work, disk)
    if (isBack) return true
  }
  return false
}

/** Whether there is something at a path, be it a link to nothing. */
export function isThere(path: string, disk: Disk): boolean {
  return disk.lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

/** Gives a folder another name, unless that is taken, or the folder is gone. */
export function moveUnlessThere(from: string, to: string, disk: Disk): boolean {
  try {
    disk.renameSync(from, to)
    return true
  } catch (error) {
    if (failedWith(error, 'ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR')) return false
    throw error
  }
}
