import { createHash } from 'node:crypto'
import { decodeText } from '../io/decode-text.ts'
import { collectBytes } from '../io/collect-bytes.ts'
import type { Io } from '../io/io.ts'
import { type FilePlace, placeFrom } from '../io/place.ts'
import { isSystemError, plainCause } from '../io/plain-cause.ts'
import type { Fetch } from './https/fetch-https.ts'
import { isAddress, parseAddress, type SourceAddress } from './https/source-address.ts'
import { listManifests } from './list-manifests.ts'
import { findOut, readFile } from './read-file.ts'
import { SourceBudget, type SourceLimits, sourceLimits } from './source-budget.ts'
import { SourceReadError } from './source-read-error.ts'

/** One text that a pack is made of. */
export interface ReadSource {
  /** As messages name it: the path as the user typed it, `<stdin>`, or the address without its query. */
  readonly path: string
  /** What the user named, as messages name it: for a file that was found in a folder the folder, otherwise the same as `path`. */
  readonly argument: string
  readonly text: string
  readonly bytes: number
  /** Of the bytes as they came, in hex. */
  readonly sha256: string
}

/** From where sources are read. */
export interface SourceWorld {
  readonly io: Pick<Io, 'stdin' | 'cwd'>
  readonly limits?: SourceLimits
  readonly fetch?: Fetch
}

/** The word that means standard input. */
const STDIN = '-'

/** Reads what the user named: files, folders, `-` for standard input and https addresses, in the order given. */
export async function readSources(
  words: readonly string[],
  { io, limits = sourceLimits, fetch = fetchWhenAsked }: SourceWorld,
): Promise<readonly ReadSource[]> {
  if (words.filter(word => word === STDIN).length > 1) {
    throw new SourceReadError('STDIN_TWICE', '<stdin>', { cause: 'it can be given once only' })
  }
  const budget = new SourceBudget(limits)
  const sources: ReadSource[] = []
  for (const word of words) {
    for (const read of await readersOf(word, { io, budget, fetch })) sources.push(await read())
  }
  return sources
}

// To load https takes longer than to read most files, and most packs need none.
const fetchWhenAsked: Fetch = async (address, limit) => {
  const { fetchHttps } = await import('./https/fetch-https.ts')
  return fetchHttps(address, limit)
}

interface Reading {
  readonly io: Pick<Io, 'stdin' | 'cwd'>
  readonly budget: SourceBudget
  readonly fetch: Fetch
}

/** What is to be read for one word, in order. */
async function readersOf(word: string, reading: Reading): Promise<readonly (() => Promise<ReadSource>)[]> {
  if (word === STDIN) return [() => readStdin(reading)]
  if (isAddress(word)) return [() => readAddress(word, reading)]
  // Joined with the folder of the user, no name at all would be that whole folder.
  if (word === '') throw new SourceReadError('NOT_FOUND', word, { cause: 'the name is empty' })

  const place = placeFrom(reading.io.cwd(), word)
  if ((await findOut(place)) !== 'folder') return [() => readPlace(place, reading)]
  const files = await listManifests(place, reading.budget)
  return files.map(file => async () => {
    await refusePipe(file)
    return { ...(await readPlace(file, reading)), argument: word }
  })
}

async function readStdin({ io, budget }: Reading): Promise<ReadSource> {
  const path = '<stdin>'
  budget.takeFile(path)
  const bytes = await collectBytes(io.stdin(), budget.room).catch(error => {
    if (!isSystemError(error)) throw error
    throw new SourceReadError('UNREADABLE', path, { cause: plainCause(error) })
  })
  if (!bytes) throw budget.tooLarge(path, 'read')
  return toSource(path, bytes, budget)
}

async function readAddress(word: string, { budget, fetch }: Reading): Promise<ReadSource> {
  const address = parseAddress(word)
  budget.takeFile(address.path)
  const bytes = await fetch(address, budget.room)
  if (!bytes) throw budget.tooLarge(address.path, 'fetch')
  const source = toSource(address.path, bytes, budget)
  checkDigest(address, source.sha256)
  return source
}

async function readPlace(place: FilePlace, { budget }: Reading): Promise<ReadSource> {
  budget.takeFile(place.path)
  const bytes = await readFile(place, budget.room)
  if (!bytes) throw budget.tooLarge(place.path, 'read')
  return toSource(place.path, bytes, budget)
}

// Nobody meant to name it, and reading it might wait for ever.
async function refusePipe(file: FilePlace): Promise<void> {
  if ((await findOut(file)) !== 'pipe') return
  throw new SourceReadError('NOT_A_FILE', file.path, { cause: 'it is a pipe, not a file' })
}

function toSource(path: string, bytes: Buffer, budget: SourceBudget): ReadSource {
  budget.takeBytes(bytes.length)
  const decoded = decodeText(bytes)
  if (decoded.kind === 'binary') throw new SourceReadError('NOT_TEXT', path, { cause: decoded.cause })
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { path, argument: path, text: decoded.text, bytes: bytes.length, sha256 }
}

/** Refuses bytes that are not the ones that the user has pinned. */
function checkDigest({ path, sha256: wanted }: SourceAddress, got: string): void {
  if (wanted === undefined || wanted === got) return
  const cause = `its sha256 is ${got}, expected ${wanted}`
  throw new SourceReadError('OTHER_DIGEST', path, { cause, verb: 'fetch' })
}
