import { API_VERSION } from '../api/api-names.ts'
import { sha256Hex } from '../bytes/sha256.ts'
import { encodeUtf8 } from '../bytes/utf8.ts'
import { isFields } from '../object/fields.ts'
import { readGoYaml } from '../yaml/read-go-yaml.ts'
import { writeYaml } from '../yaml/write/write-yaml.ts'
import { YamlError } from '../yaml/yaml-error.ts'

/** What `--write` did to a file: what was there before, and the digest of what it wrote. */
interface AdoptedFile {
  /** Undefined if the file was not there. */
  readonly before: string | undefined
  readonly after: string
}

/** What `--write` did for one cluster: what `--undo` takes back. */
export type AdoptionRecord = ReadonlyMap<string, AdoptedFile>

/** Where the record of a cluster is. */
export function adoptionRecordPath(cluster: string): string {
  return `.fitout/adopted/${cluster}.yaml`
}

/** What tells a text from others. */
export function adoptedDigest(text: string): string {
  return sha256Hex([encodeUtf8(text)])
}

const HEAD =
  '# Written by fitout adopt --write, so that fitout adopt --undo can take it back. Commit it; do not edit it.\n'

/** A record as the text of its file. */
export function writeAdoptionRecord(record: AdoptionRecord): string {
  const files = [...record].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `${HEAD}${writeYaml({
    apiVersion: API_VERSION,
    kind: 'AdoptionRecord',
    files: Object.fromEntries(
      files.map(([path, { before, after }]) => [path, { before: before ?? null, after }]),
    ),
  })}`
}

/** Reads a record; undefined if it is none. Paths that lead out of the repository are none. */
export function readAdoptionRecord(text: string): AdoptionRecord | undefined {
  const value = parsed(text)
  if (!isFields(value) || value['kind'] !== 'AdoptionRecord' || !isFields(value['files'])) return undefined
  const files = new Map<string, AdoptedFile>()
  for (const [path, entry] of Object.entries(value['files'])) {
    if (!isFields(entry) || typeof entry['after'] !== 'string' || !isInside(path)) return undefined
    const { before } = entry
    if (before !== null && typeof before !== 'string') return undefined
    files.set(path, { before: before ?? undefined, after: entry['after'] })
  }
  return files
}

function isInside(path: string): boolean {
  return (
    !path.startsWith('/') && !path.split('/').some(part => part === '..' || part === '' || part === '.git')
  )
}

function parsed(text: string): unknown {
  try {
    return readGoYaml(text)
  } catch (error) {
    if (error instanceof YamlError) return undefined
    throw error
  }
}

/** The record of a second run: what was there before the first one is what `--undo` goes back to, if nobody came between. */
export function joinRecords(
  first: AdoptionRecord | undefined,
  second: ReadonlyMap<string, { readonly before: string | undefined; readonly after: string }>,
): AdoptionRecord {
  const joined = new Map(first)
  for (const [path, { before, after }] of second) {
    const known = first?.get(path)
    const isOurs = known !== undefined && before !== undefined && known.after === adoptedDigest(before)
    joined.set(path, { before: isOurs ? known.before : before, after: adoptedDigest(after) })
  }
  return joined
}
