import { apiVersionOf, type Resource } from '../../engine/api/api.ts'
import type { KubeObject, ObjectMeta } from '../../engine/api/kube-object.ts'
import { type JsonFields, isJsonFields } from './parse-json.ts'
import { shareTexts } from './share-texts.ts'

/** The kind that an answer must have. */
export interface WantedKind {
  readonly resource: Resource
  readonly metadataOnly?: boolean | undefined
}

const texts = ['namespace', 'uid', 'resourceVersion', 'creationTimestamp', 'deletionTimestamp'] as const
const textMaps = ['labels', 'annotations'] as const
const ownerTexts = ['apiVersion', 'kind', 'name', 'uid'] as const

/** Reads an object of this kind, with a name; undefined when the value is anything else. */
export function readObject(value: unknown, want: WantedKind): KubeObject | undefined {
  const object = readHead(value, want)
  return object && object.metadata.name !== '' ? object : undefined
}

/** Before an object is read that is kept for long. Of Secrets nothing is kept. */
export function makeLight(value: unknown, { resource }: WantedKind): void {
  if (resource.kind !== 'Secret') shareTexts(value)
}

/**
 * Reads the head of an object of this kind; undefined when the value is anything else.
 *
 * One that is metadata alone gets the kind of what it is the metadata of. Items of lists do not say their kind.
 */
export function readHead(value: unknown, want: WantedKind, { isItem = false } = {}): KubeObject | undefined {
  if (!isJsonFields(value) || !hasKind(value, want, isItem)) return undefined
  const metadata = readMeta(value['metadata'])
  const { resource } = want
  return metadata && { ...value, apiVersion: apiVersionOf(resource), kind: resource.kind, metadata }
}

function hasKind(value: JsonFields, { resource, metadataOnly }: WantedKind, isItem: boolean): boolean {
  const { apiVersion, kind } = value
  if (isItem && apiVersion === undefined && kind === undefined) return true
  if (metadataOnly) return apiVersion === 'meta.k8s.io/v1' && kind === 'PartialObjectMetadata'
  return apiVersion === apiVersionOf(resource) && kind === resource.kind
}

// Others wrote it: whoever reads a label later must find a string there.
function readMeta(value: unknown): ObjectMeta | undefined {
  if (!isJsonFields(value)) return undefined
  const { name = '', ...rest } = withoutNulls(value)
  const isMeta =
    typeof name === 'string' &&
    texts.every(field => rest[field] === undefined || typeof rest[field] === 'string') &&
    textMaps.every(field => rest[field] === undefined || isTextMap(rest[field])) &&
    isOptional(rest['generation'], generation => typeof generation === 'number') &&
    isOptional(rest['finalizers'], list => isListOf(list, item => typeof item === 'string')) &&
    isOptional(rest['ownerReferences'], list => isListOf(list, isOwner))
  return isMeta ? { ...rest, name } : undefined
}

// Go writes null for what is not there: a bookmark has no time of creation.
function withoutNulls(value: JsonFields): JsonFields {
  const hasNull = Object.values(value).includes(null)
  return hasNull ? Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null)) : value
}

function isOptional(value: unknown, fits: (value: unknown) => boolean): boolean {
  return value === undefined || fits(value)
}

function isListOf(value: unknown, fits: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(fits)
}

function isTextMap(value: unknown): boolean {
  return isJsonFields(value) && Object.values(value).every(text => typeof text === 'string')
}

function isOwner(value: unknown): boolean {
  return isJsonFields(value) && ownerTexts.every(field => typeof value[field] === 'string')
}
