import { basename, dirname, join } from 'node:path'
import type { Disk } from './disk.ts'
import { failedWith } from './folder-error.ts'

/**
 * A hidden folder beside the target, on the same disk, in which one run prepares the new folder and keeps the old one:
 *
 *     .cni.fitout-x3Ya9Q/new    until it takes the place of the target
 *     .cni.fitout-x3Ya9Q/old    from when it left its place; always whole
 *     .cni.fitout-x3Ya9Q/gone   the old one while it is being removed
 */
export interface WorkFolder {
  readonly path: string
  readonly new: string
  readonly old: string
  readonly gone: string
}

/** Makes a work folder that no other run has. */
export function makeWorkFolder(target: string, disk: Disk): WorkFolder {
  return workFolder(disk.mkdtempSync(join(dirname(target), prefixOf(target))))
}

/** The work folders of runs that have died. A run that is still alive has one too, and nobody can tell them apart. */
export function leftovers(target: string, disk: Disk): readonly WorkFolder[] {
  const prefix = prefixOf(target)
  return namesIn(dirname(target), disk)
    .filter(name => name.startsWith(prefix) && /^[A-Za-z0-9]{6}$/.test(name.slice(prefix.length)))
    .map(name => workFolder(join(dirname(target), name)))
}

/**
 * Takes a work folder away from the run that made it, dead or alive, by giving it another name. If that run is still alive it
 * fails at its next step, because its paths lead nowhere now: it can no more bring a folder into place that is being
 * removed. Gives undefined when another run was faster.
 */
export function takeOver(target: string, { path }: WorkFolder, disk: Disk): WorkFolder | undefined {
  const mine = makeWorkFolder(target, disk)
  try {
    // Over an empty folder a rename is one step.
    disk.renameSync(path, mine.path)
    return mine
  } catch (error) {
    disk.rmSync(mine.path, { recursive: true, force: true })
    if (failedWith(error, 'ENOENT', 'ENOTEMPTY', 'EEXIST')) return undefined
    throw error
  }
}

/** Removes a work folder and what is in it. */
export function discard(work: WorkFolder, disk: Disk): void {
  try {
    // A run that dies while it removes must not leave half a folder under the name from which it is brought back.
    disk.renameSync(work.old, work.gone)
  } catch (error) {
    if (!failedWith(error, 'ENOENT')) throw error
  }
  disk.rmSync(work.path, { recursive: true, force: true })
}

function workFolder(path: string): WorkFolder {
  return { path, new: join(path, 'new'), old: join(path, 'old'), gone: join(path, 'gone') }
}

function prefixOf(target: string): string {
  return `.${basename(target)}.fitout-`
}

// A parent that is no folder has no leftovers; who writes into it will say what is wrong with it.
function namesIn(folder: string, disk: Disk): readonly string[] {
  try {
    return disk.readdirSync(folder)
  } catch (error) {
    if (failedWith(error, 'ENOENT', 'ENOTDIR')) return []
    throw error
  }
}
