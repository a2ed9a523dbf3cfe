import { encodeUtf8 } from '../bytes/utf8.ts'
import { oncePerObject } from '../object/once-per-object.ts'
import { decodeBase64 } from '../bytes/base64.ts'
import { FieldReader } from './field-reader.ts'
import { isFields } from '../object/fields.ts'
import { type ResourceRef, isSameRef, readRef } from './resource-set.ts'

/** The only type of Secret that a ClusterResourceSet takes. */
export const RESOURCE_SET_SECRET_TYPE = 'addons.cluster.x-k8s.io/resource-set'

/** One value of a source, as the bytes that are parsed and hashed. */
export interface SourceValue {
  readonly key: string
  readonly bytes: Uint8Array
}

/** A ConfigMap or Secret that a ClusterResourceSet lists. */
export interface Source extends ResourceRef {
  readonly namespace: string
  /** The type of a Secret; empty for a ConfigMap. */
  readonly type: string
  /** The values of `data` in the order of their keys, which is the order of application. `binaryData` is not looked at. */
  readonly values: readonly SourceValue[]
}

/** The API server sums the bytes of all values (not keys) of a ConfigMap or Secret and refuses more than this. */
export const MAX_SOURCE_BYTES = 1024 * 1024

/**
 * Reads a ConfigMap or Secret from parsed YAML or JSON, or throws a ResourceSetError.
 *
 * `stringData` of a Secret goes over its `data`, as the API server does when the Secret is written.
 */
export function readSource(given: unknown): Source {
  return isFields(given) ? readOnce(given) : parseSource(given)
}

const readOnce = oncePerObject(parseSource)

function parseSource(given: unknown): Source {
  const object = new FieldReader(given, 'SOURCE_SHAPE')
  const metadata = object.object('metadata')
  const { kind } = readRef(object)
  return {
    kind,
    name: metadata.string('name'),
    namespace: metadata.string('namespace'),
    type: kind === 'Secret' ? object.string('type') : '',
    values: kind === 'Secret' ? secretValues(object) : inKeyOrder(encoded(object.stringMap('data'))),
  }
}

/** Returns whether a source is a Secret that Cluster API refuses because of its type. */
export function hasWrongType(source: Pick<Source, 'kind' | 'type'>): boolean {
  return source.kind === 'Secret' && source.type !== RESOURCE_SET_SECRET_TYPE
}

/** How many bytes the API server counts. */
export function bytesIn({ values }: Source): number {
  return values.reduce((sum, value) => sum + value.bytes.length, 0)
}

/** Finds a source that a set lists; only those in the namespace of the set count. */
export function findSource<Found extends Pick<Source, 'kind' | 'name' | 'namespace'>>(
  sources: readonly Found[],
  namespace: string,
  ref: ResourceRef,
): Found | undefined {
  return sources.find(source => isSameRef(source, ref) && source.namespace === namespace)
}

function secretValues(object: FieldReader): readonly SourceValue[] {
  const decoded = [...object.stringMap('data')].map(([key, text]) => [key, decodeBase64(text).bytes] as const)
  return inKeyOrder(new Map([...decoded, ...encoded(object.stringMap('stringData'))]))
}

function encoded(texts: ReadonlyMap<string, string>): ReadonlyMap<string, Uint8Array> {
  return new Map([...texts].map(([key, text]) => [key, encodeUtf8(text)]))
}

function inKeyOrder(values: ReadonlyMap<string, Uint8Array>): readonly SourceValue[] {
  return [...values]
    .map(([key, bytes]) => ({ key, bytes, order: encodeUtf8(key) }))
    .toSorted((a, b) => compareBytes(a.order, b.order))
    .map(({ key, bytes }) => ({ key, bytes }))
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}
