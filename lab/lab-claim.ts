import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { identityOf, isAlive } from './process/owner.ts'

// One folder for all labs of this clone, and beside each lab's folder a file that names the process that runs it.
const labsFolder = join(import.meta.dirname, '..', '.lab')

/** A lab of that name runs already. */
class LabRunsError extends Error {
  override readonly name = 'LabRunsError'
  readonly code = 'LAB_RUNS'
}

export function labFolder(name: string): string {
  return join(labsFolder, name)
}

/** Makes this process the one that runs the lab of that name. A claim of a process that is gone does not count. */
export async function claimLab(name: string): Promise<void> {
  await mkdir(labsFolder, { recursive: true })
  const owner = await labOwner(name)
  if (owner !== undefined)
    throw new LabRunsError(
      `cannot start lab "${name}": it runs already, as process ${Number.parseInt(owner, 10)}`,
    )
  await rm(claimFile(name), { force: true })
  // "wx": of two that come at the same time, one fails here.
  await writeFile(claimFile(name), identityOf(process.pid) ?? '', { flag: 'wx' })
}

/** The process that runs the lab of that name, as `identityOf` names it, or undefined if none does. */
export async function labOwner(name: string): Promise<string | undefined> {
  const owner = await readFile(claimFile(name), 'utf8').catch(() => '')
  return isAlive(owner) ? owner : undefined
}

export async function releaseLab(name: string): Promise<void> {
  await rm(claimFile(name), { force: true })
}

function claimFile(name: string): string {
  return join(labsFolder, `${name}.owner`)
}
