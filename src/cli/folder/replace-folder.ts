import { dirname, join, resolve } from 'node:path'
import type { FilePlace } from '../io/place.ts'
import { type Disk, realDisk } from './disk.ts'
import { attemptOn, failedWith, folderProblem, taken } from './folder-error.ts'
import { foreignFile, readFiles } from './read-folder.ts'
import {
  foreignName,
  isSame,
  type Marker,
  refuseCurrentFolder,
  refuseLink,
  refusePath,
} from './may-replace.ts'
import { restoreFolder, isThere, moveUnlessThere } from './recover-folder.ts'
import { discard, leftovers, makeWorkFolder, takeOver, type WorkFolder } from './work-folder.ts'

/** What replacing needs to know, beside what to write and where. */
export interface Replacing {
  readonly marker: Marker
  readonly disk?: Disk
}

/** What became of the folder. */
export type Replaced = 'created' | 'replaced' | 'unchanged'

/**
 * Makes `target` a folder of just these files, if it is absent, empty, or all of it was written by Fitout before.
 *
 * Who reads the folder finds the old or the new one, never a mix. Node cannot exchange two folders in one call, so between two
 * calls there is no folder at all. A run that is killed just there leaves the old one whole beside it, and the next run, or
 * `recoverFolder`, brings it back. Of two runs at a time, the one that started first fails.
 */
export async function replaceFolder(
  target: FilePlace,
  files: ReadonlyMap<string, string>,
  { marker, disk = realDisk }: Replacing,
): Promise<Replaced> {
  for (const name of files.keys()) refusePath(name)
  try {
    const place = { path: target.path, location: resolve(target.location) }
    refuseLink(place, disk)
    sweep(place.location, disk)
    return replace(place, files, { marker, disk })
  } catch (error) {
    throw folderProblem(error, target.path, 'write')
  }
}

function replace(
  target: FilePlace,
  files: ReadonlyMap<string, string>,
  { marker, disk }: Required<Replacing>,
): Replaced {
  const before = readFiles(target, 'write', disk) ?? new Map<string, Buffer>()
  const foreign = foreignName(before, marker)
  if (foreign !== undefined) throw foreignFile(target, 'write', foreign)
  if (before.size > 0 && isSame(before, files)) return 'unchanged'

  refuseCurrentFolder(target, disk)
  disk.mkdirSync(dirname(target.location), { recursive: true })
  const work = makeWorkFolder(target.location, disk)
  try {
    prepare(work, files, disk)
    if (before.size > 0) disk.chmodSync(work.new, disk.statSync(target.location).mode)
    swap(target.location, work, { isFirst: before.size === 0, disk })
  } catch (error) {
    undo(target.location, work, disk)
    throw orTaken(error, target)
  }
  finish(target.location, work, disk)
  return before.size > 0 ? 'replaced' : 'created'
}

/** Writes the new folder beside the target. When this returns it survives a power cut. */
function prepare(work: WorkFolder, files: ReadonlyMap<string, string>, disk: Disk): void {
  disk.mkdirSync(work.new)
  for (const [name, text] of files) {
    const file = disk.openSync(join(work.new, name), 'wx')
    try {
      disk.writeFileSync(file, text)
      disk.fsyncSync(file)
    } finally {
      disk.closeSync(file)
    }
  }
  syncFolder(work.new, disk)
  syncFolder(work.path, disk)
}

// The two renames follow one another without a pause: this is the one moment in which there is no folder.
function swap(target: string, work: WorkFolder, { isFirst, disk }: { isFirst: boolean; disk: Disk }): void {
  if (!isFirst) disk.renameSync(target, work.old)
  disk.renameSync(work.new, target)
}

// What this run has made is gone, or what it has moved away is there again: another client is at work.
function orTaken(error: unknown, target: FilePlace): unknown {
  return failedWith(error, 'EEXIST', 'ENOENT', 'ENOTEMPTY') ? taken(target, 'write') : error
}

// What went wrong is told by the caller.
function undo(target: string, work: WorkFolder, disk: Disk): void {
  attemptOn(() => {
    if (!isThere(target, disk)) moveUnlessThere(work.old, target, disk)
    discard(work, disk)
  })
}

// The new folder is in its place, so nothing that happens here makes the run a failure.
function finish(target: string, work: WorkFolder, disk: Disk): void {
  attemptOn(() => {
    // Only when the new folder is safe from a power cut may the old one go.
    syncFolder(dirname(target), disk)
    discard(work, disk)
  })
}

/** Brings back what an earlier run has moved away, and removes what it has left. */
function sweep(target: string, disk: Disk): void {
  restoreFolder(target, disk)
  for (const leftover of leftovers(target, disk)) {
    attemptOn(() => {
      const work = takeOver(target, leftover, disk)
      if (work) discard(work, disk)
    })
  }
}

function syncFolder(path: string, disk: Disk): void {
  try {
    const folder = disk.openSync(path, 'r')
    try {
      disk.fsyncSync(folder)
    } finally {
      disk.closeSync(folder)
    }
  } catch (error) {
    // Some systems and network disks know no such thing for folders.
    if (!failedWith(error, 'EINVAL', 'EISDIR', 'ENOTSUP', 'EPERM')) throw error
  }
}
