import { apiVersionOf, type Page } from '../../engine/api/api.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { type JsonFields, isJsonFields } from './parse-json.ts'
import { type WantedKind, makeLight, readHead } from './read-object.ts'

/** Reads one page of a list of this kind; undefined when the value is anything else, in one item or all. */
export function readList(value: JsonFields, want: WantedKind): Page | undefined {
  if (!isListOf(value, want)) return undefined
  const metadata = value['metadata']
  if (!isJsonFields(metadata)) return undefined
  const { resourceVersion, continue: next = '' } = metadata
  const items = readItems(value['items'], want)
  if (typeof resourceVersion !== 'string' || resourceVersion === '') return undefined
  if (typeof next !== 'string' || !items) return undefined
  return { items, resourceVersion, ...(next === '' ? {} : { continue: next }) }
}

// A kind of a CRD may name its list as it likes.
function isListOf({ apiVersion, kind }: JsonFields, { resource, metadataOnly }: WantedKind): boolean {
  if (metadataOnly) return apiVersion === 'meta.k8s.io/v1' && kind === 'PartialObjectMetadataList'
  return apiVersion === apiVersionOf(resource) && typeof kind === 'string' && kind !== 'Status'
}

// Go writes null for an empty list.
function readItems(value: unknown, want: WantedKind): KubeObject[] | undefined {
  if (value === null) return []
  if (!Array.isArray(value)) return undefined
  const items: KubeObject[] = []
  for (const item of value) {
    makeLight(item, want)
    const object = readHead(item, want, { isItem: true })
    if (!object || object.metadata.name === '') return undefined
    items.push(object)
  }
  return items
}
