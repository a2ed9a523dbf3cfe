import { createReadStream, type Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { collectBytes } from '../io/collect-bytes.ts'
import type { FilePlace } from '../io/place.ts'
import { readProblem } from './read-problem.ts'
import { SourceReadError } from './source-read-error.ts'

/** What is at a place. */
export type Found = 'file' | 'pipe' | 'folder'

/** Says what is at a place. A pipe is what a shell gives for `<(helm template …)`; other things cannot be read. */
export async function findOut(place: FilePlace): Promise<Found> {
  const found = await stat(place.location).catch(async error => {
    throw await readProblem(error, place)
  })
  if (found.isFile()) return 'file'
  if (found.isFIFO()) return 'pipe'
  if (found.isDirectory()) return 'folder'
  throw new SourceReadError('NOT_A_FILE', place.path, { cause: `it is a ${kindOf(found)}, not a file` })
}

function kindOf(found: Stats): string {
  return found.isSocket() ? 'socket' : 'device'
}

/** Reads a file, or gives undefined when it has more than `limit` bytes. */
export async function readFile(place: FilePlace, limit: number): Promise<Buffer | undefined> {
  try {
    return await collectBytes(createReadStream(place.location), limit)
  } catch (error) {
    throw await readProblem(error, place)
  }
}
