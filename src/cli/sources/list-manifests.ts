import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { type FilePlace, placeIn } from '../io/place.ts'
import { readProblem } from './read-problem.ts'
import type { SourceBudget } from './source-budget.ts'
import { SourceReadError } from './source-read-error.ts'

const manifestName = /\.(ya?ml|json)$/

/**
 * Finds the manifests in a folder and in the folders below it, by the bytes of their paths. Hidden files and folders are
 * left out. Links to folders are not followed, so nobody walks in a circle.
 */
export async function listManifests(top: FilePlace, budget: SourceBudget): Promise<readonly FilePlace[]> {
  const found: FilePlace[] = []
  const folders = [top]
  for (let folder = folders.pop(); folder; folder = folders.pop()) {
    for (const entry of await entriesOf(folder)) {
      const place = placeIn(folder, entry.name)
      if (entry.isDirectory()) folders.push(place)
      else if (await isManifest(entry, place)) found.push(place)
    }
    if (found.length > budget.filesLeft) throw budget.tooMany(top.path)
  }
  if (found.length > 0) return byBytes(found)
  throw new SourceReadError('NO_MANIFESTS', top.path, {
    cause: 'the folder has no .yaml, .yml or .json file',
  })
}

async function entriesOf(folder: FilePlace): Promise<readonly Dirent[]> {
  try {
    const entries = await readdir(folder.location, { withFileTypes: true })
    return entries.filter(({ name }) => !name.startsWith('.'))
  } catch (error) {
    throw await readProblem(error, folder)
  }
}

async function isManifest(entry: Dirent, place: FilePlace): Promise<boolean> {
  if (!manifestName.test(entry.name)) return false
  if (!entry.isSymbolicLink()) return true
  try {
    return !(await stat(place.location)).isDirectory()
  } catch (error) {
    throw await readProblem(error, place)
  }
}

function byBytes(places: readonly FilePlace[]): readonly FilePlace[] {
  return places
    .map(place => ({ place, bytes: Buffer.from(place.path) }))
    .toSorted((a, b) => Buffer.compare(a.bytes, b.bytes))
    .map(({ place }) => place)
}
