import { oncePerObject } from '../object/once-per-object.ts'
import { type Position, positionAt } from '../yaml/position.ts'
import { decodeUtf8, decodeUtf8Loosely } from '../bytes/utf8.ts'
import { type Fields, isFields } from '../object/fields.ts'
import { readJsonList } from './manifests/read-json-list.ts'
import { ReadingLimits, TOO_MANY_PARTS } from './manifests/reading-limits.ts'
import { readYamlObjects } from './manifests/read-yaml-objects.ts'
import { MAX_SOURCE_BYTES, type Source, type SourceValue, bytesIn } from './source.ts'
import { SourceError } from './source-error.ts'

// The word is "Endpoint" in Cluster API, so that objects of kind Endpoints are not among the first.
const firstKinds: readonly string[] = [
  'Namespace',
  'CustomResourceDefinition',
  'StorageClass',
  'PersistentVolume',
  'PersistentVolumeClaim',
  'Secret',
  'ConfigMap',
  'ServiceAccount',
  'LimitRange',
  'Pod',
  'ReplicaSet',
  'Endpoint',
]
const ranks: ReadonlyMap<string, number> = new Map(firstKinds.map((kind, rank) => [kind, rank]))

// What Go calls a space; `trim` of JavaScript knows others.
const LEADING_SPACE = /^[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/u

/** A value shorter than this cannot be read: Cluster API looks at so many bytes to tell JSON from YAML. @internal */
export const MIN_VALUE_BYTES = 32

/** One object of a source, and where it stands there. */
export interface SourceObject {
  readonly apiVersion: string
  readonly kind: string
  readonly namespace: string
  readonly name: string
  readonly content: Fields
  readonly key: string
  /** Where in the value its document begins; 0 for the entries of a JSON list. */
  readonly offset: number
}

/** The objects of a source in the order in which Cluster API applies them, or a SourceError. */
export const readSourceObjects: (source: Source) => readonly SourceObject[] = oncePerObject(readObjects)

// Once for all clusters that it is applied to.
function readObjects(source: Source): readonly SourceObject[] {
  // Also one that has only binaryData, or `data: {}`.
  if (source.values.length === 0) throw new SourceError('NO_DATA', source, { cause: 'it has no data' })
  const bytes = bytesIn(source)
  if (bytes > MAX_SOURCE_BYTES) {
    const cause = `${bytes} bytes is over the limit of ${MAX_SOURCE_BYTES} bytes`
    throw new SourceError('TOO_LARGE', source, { cause })
  }
  const limits = new ReadingLimits()
  return source.values.flatMap(value => sortForCreate(objectsOf(source, value, limits)))
}

function objectsOf(source: Source, value: SourceValue, limits: ReadingLimits): readonly SourceObject[] {
  const { key, bytes } = value
  if (bytes.length < MIN_VALUE_BYTES) throw tooShort(source, value)
  if (isJsonList(bytes)) {
    const objects = readJsonList(bytes, limits)
    if (objects === 'too-many') throw tooMany(source, key)
    return objects.map(content => sourceObject(content, { key, offset: 0 }))
  }
  const text = decodeUtf8(bytes)
  if (text === undefined) throw notUtf8(source, value)
  return readYamlObjects({ source, key, text }, limits).map(({ content, offset }) =>
    sourceObject(content, { key, offset }),
  )
}

function isJsonList(bytes: Uint8Array): boolean {
  return trimStartAsGo(decodeUtf8Loosely(bytes.subarray(0, MIN_VALUE_BYTES))).startsWith('[')
}

function sourceObject(content: Fields, at: Pick<SourceObject, 'key' | 'offset'>): SourceObject {
  const metadata = isFields(content['metadata']) ? content['metadata'] : {}
  return {
    apiVersion: text(content['apiVersion']),
    kind: text(content['kind']),
    namespace: text(metadata['namespace']),
    name: text(metadata['name']),
    content,
    ...at,
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function tooMany(source: Source, key: string): SourceError {
  const place = { key, line: 1, column: 1, offset: 0 }
  return new SourceError('TOO_LARGE', source, { cause: TOO_MANY_PARTS, place })
}

function tooShort(source: Source, { key, bytes }: SourceValue): SourceError {
  const cause = `the value has ${bytes.length} bytes and needs ${MIN_VALUE_BYTES}`
  return new SourceError('VALUE_TOO_SHORT', source, { cause, place: { key, line: 1, column: 1, offset: 0 } })
}

function notUtf8(source: Source, { key, bytes }: SourceValue): SourceError {
  const place = { key, ...firstNonUtf8(bytes) }
  return new SourceError('NOT_UTF8', source, { cause: 'a byte that is not UTF-8', place })
}

// Every character that was replaced is a U+FFFD, and so may be one that was written; then the place is a little early.
function firstNonUtf8(bytes: Uint8Array): Position {
  const loose = decodeUtf8Loosely(bytes)
  return positionAt(loose, loose.indexOf('\ufffd'))
}

/** Removes the spaces at the beginning of a text, as Go's unicode.IsSpace has them. */
function trimStartAsGo(text: string): string {
  return text.replace(LEADING_SPACE, '')
}

/** Sorts objects of one value by kind, as Cluster API applies them. Kinds that it does not know stay in file order, last. */
function sortForCreate<T extends { readonly kind: string }>(objects: readonly T[]): readonly T[] {
  return objects.toSorted((a, b) => rank(a) - rank(b))
}

function rank({ kind }: { readonly kind: string }): number {
  return ranks.get(kind) ?? firstKinds.length
}
