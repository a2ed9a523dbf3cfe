import { byteLength } from '../bytes/byte-length.ts'
import { encodeUtf8 } from '../bytes/utf8.ts'
import { sha256Hex } from '../bytes/sha256.ts'
import { type Entry, type Inventory, inventoryOf, readInventory, writeInventory } from './inventory.ts'

/** What a cluster has taken, as it is kept on the cluster. */
export interface ApplyRecord {
  readonly cluster: string
  /** The commit that it took as a whole; undefined before the first. */
  readonly commit: string | undefined
  /** A commit that was begun after it, and has not ended. */
  readonly attempt: string | undefined
  readonly inventory: Inventory
}

/** The name of the ConfigMap and of the Lease. */
export const RECORD_NAME = 'fitout-apply'

/** By this label the parts of a record are found. */
export const PART_LABEL = 'fitout.dev/apply-record'

const FORMAT = '1'

/** The content of one ConfigMap. */
export type RecordData = Readonly<Record<string, string>>

/** A part of an inventory that is too large for one object. Its name follows from its content, so it never changes. */
export interface RecordPart {
  readonly name: string
  readonly data: RecordData
}

/** A record as it is written: parts first, then the ConfigMap that names them. */
export interface WrittenRecord {
  readonly data: RecordData
  readonly parts: readonly RecordPart[]
}

/** How much of an inventory one ConfigMap holds. A server takes 1 MiB for all of it. */
const PART_BYTES = 512 * 1024
/** More than 50,000 objects on one cluster are a mistake. */
export const MAX_PARTS = 16

/** Writes a record; undefined if it has too many objects. */
export function writeRecord(record: ApplyRecord, partBytes = PART_BYTES): WrittenRecord | undefined {
  const chunks = chunksOf(writeInventory(record.inventory), partBytes)
  if (chunks.length > MAX_PARTS) return undefined
  const head = {
    format: FORMAT,
    cluster: record.cluster,
    ...(record.commit === undefined ? {} : { commit: record.commit }),
    ...(record.attempt === undefined ? {} : { attempt: record.attempt }),
  }
  if (chunks.length <= 1) return { data: { ...head, objects: chunks.join('') }, parts: [] }
  const parts = chunks.map(objects => ({ name: partName(objects), data: { objects } }))
  return { data: { ...head, parts: parts.map(({ name }) => name).join('\n') }, parts }
}

function partName(objects: string): string {
  return `${RECORD_NAME}-${sha256Hex([encodeUtf8(objects)]).slice(0, 16)}`
}

function chunksOf(lines: readonly string[], partBytes: number): readonly string[] {
  const chunks: string[] = []
  let [chunk, bytes] = ['', 0]
  for (const line of lines) {
    const size = byteLength(line) + 1
    if (bytes + size > partBytes && chunk !== '') {
      chunks.push(chunk)
      ;[chunk, bytes] = ['', 0]
    }
    chunk += `${line}\n`
    bytes += size
  }
  return chunk === '' ? chunks : [...chunks, chunk]
}

/** Whether an object can be a part of a record, by its name. */
export function isPartName(name: string): boolean {
  return /^fitout-apply-[0-9a-f]{16}$/.test(name)
}

/** Whether a part still has what it was written with. */
export function isIntactPart(name: string, { objects = '' }: RecordData): boolean {
  return name === partName(objects)
}

/** The names of the parts that a record consists of; undefined if it cannot be read. */
export function partsOf(data: RecordData): readonly string[] | undefined {
  if (data['format'] !== FORMAT) return undefined
  const names = (data['parts'] ?? '').split('\n').filter(name => name !== '')
  return names.every(isPartName) && names.length <= MAX_PARTS ? names : undefined
}

/** Reads a record from its ConfigMap and its parts; undefined if it is damaged, or of another format. */
export function readRecord(data: RecordData, parts: readonly RecordData[]): ApplyRecord | undefined {
  if (data['format'] !== FORMAT || !data['cluster']) return undefined
  const [commit, attempt] = [commitIn(data['commit']), commitIn(data['attempt'])]
  if (commit === 'bad' || attempt === 'bad') return undefined
  const entries: Entry[] = []
  for (const { objects = '' } of [data, ...parts]) {
    const read = readInventory(objects)
    if (!read) return undefined
    entries.push(...read)
  }
  return { cluster: data['cluster'], commit, attempt, inventory: inventoryOf(entries) }
}

// It comes from the cluster and goes to git.
function commitIn(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  return /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(text) ? text : 'bad'
}
