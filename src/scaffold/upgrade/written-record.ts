import { API_VERSION } from '../../domain/api/api-names.ts'
import { isFields } from '../../domain/object/fields.ts'
import { sha256Hex } from '../../domain/bytes/sha256.ts'
import { encodeUtf8 } from '../../domain/bytes/utf8.ts'
import { readGoYaml } from '../../domain/yaml/read-go-yaml.ts'
import { writeYaml } from '../../domain/yaml/write/write-yaml.ts'
import type { YamlValue } from '../../domain/yaml/yaml-value.ts'
import type { RepositoryTree } from '../tree.ts'

/** Where Fitout keeps what it wrote. */
export const RECORDS = '.fitout/written'

/** What one command wrote: the base of the next upgrade. */
export interface RepositoryRecord {
  /** The answers that the files follow from, beside fitout.yaml. */
  readonly answers: YamlValue
  /** The texts as they were written. Of a large file, only the digest. */
  readonly files: ReadonlyMap<string, WrittenText>
}

/** A text, or what is left of one that is too large to be kept. */
export type WrittenText = { readonly text: string } | { readonly sha256: string }

// The manifests of Flux are 300 kB, and nobody edits them.
const MAX_KEPT = 64 * 1024

/** The record of files that are written now. */
export function repositoryRecordOf(answers: YamlValue, files: RepositoryTree): RepositoryRecord {
  return { answers, files: new Map([...files].map(([path, text]) => [path, keep(text)])) }
}

function keep(text: string): WrittenText {
  return text.length > MAX_KEPT ? { sha256: digestOf(text) } : { text }
}

/** Whether a text is the one that was written. */
export function isAsWritten(text: string, written: WrittenText): boolean {
  return 'text' in written ? written.text === text : written.sha256 === digestOf(text)
}

function digestOf(text: string): string {
  return sha256Hex([encodeUtf8(text)])
}

const HEAD =
  '# Written by fitout, to distinguish your changes from its own in `fitout init --upgrade`. Commit it; do not edit it.\n'

/** A record as the text of its file. */
export function writeRepositoryRecord({ answers, files }: RepositoryRecord): string {
  const sorted = [...files].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `${HEAD}${writeYaml({
    apiVersion: API_VERSION,
    kind: 'WrittenFiles',
    answers,
    files: Object.fromEntries(sorted.map(([path, written]) => [path, { ...written }])),
  })}`
}

/** Reads a record; undefined if it is none. */
export function readRepositoryRecord(text: string): RepositoryRecord | undefined {
  const value = readGoYaml(text)
  if (!isFields(value) || value['kind'] !== 'WrittenFiles' || !isFields(value['files'])) return undefined
  const files = new Map<string, WrittenText>()
  for (const [path, entry] of Object.entries(value['files'])) {
    if (!isFields(entry)) continue
    if (typeof entry['text'] === 'string') files.set(path, { text: entry['text'] })
    else if (typeof entry['sha256'] === 'string') files.set(path, { sha256: entry['sha256'] })
  }
  return { answers: yaml(value['answers']), files }
}

function yaml(value: unknown): YamlValue {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was just read from YAML
  return (value ?? null) as YamlValue
}
