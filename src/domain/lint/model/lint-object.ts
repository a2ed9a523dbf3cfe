import { apiGroup } from '../../object/api-group.ts'
import { type Fields, isFields, partOf, textIn } from '../../object/fields.ts'
import type { Place } from '../../pack/pack-problem.ts'
import type { YamlPath } from '../../yaml/node/node-at.ts'
import type { LintDocument, PlaceOf } from './lint-document.ts'
import { embeddedPlaces } from './embedded-place.ts'
import { readLintFile } from './lint-document.ts'

/** An object of Kubernetes in the repository, as it is written. */
export interface LintObject {
  readonly apiVersion: string
  readonly group: string
  readonly kind: string
  readonly namespace: string
  readonly name: string
  readonly content: Fields
  /** The file that it is in. */
  readonly path: string
  readonly placeOf: PlaceOf
  /** Where it stands in its file; undefined if it is part of another object, or made by a generator. */
  readonly document: LintDocument | undefined
  /** Where in that document it stands: empty unless it is an item of a List. */
  readonly within: YamlPath
  /** The ConfigMap, Secret or ResourceSet that brings it to a cluster. */
  readonly host: LintObject | undefined
  /** Where in its host it stands: the value, and the part of that text; undefined if it is no text there. */
  readonly inHost: PlaceInHost | undefined
  /** Whether a generator of kustomize makes it, and its name ends with a hash. */
  readonly isHashed: boolean
  /** Whether SOPS has encrypted its values. */
  readonly isEncrypted: boolean
}

/** A part of a text that is a value of another object. */
interface PlaceInHost {
  readonly path: YamlPath
  readonly start: number
  readonly end: number
}

/** The objects of a document: one, those of a List, or none. */
export function objectsInDocument(document: LintDocument): readonly LintObject[] {
  const { value } = document
  if (!isFields(value)) return []
  if (typeof value['kind'] !== 'string' || typeof value['apiVersion'] !== 'string') return []
  const items = value['items']
  if (value['kind'].endsWith('List') && Array.isArray(items)) {
    return items.flatMap((item: unknown, index) =>
      isFields(item) && typeof item['kind'] === 'string' && typeof item['apiVersion'] === 'string'
        ? [objectOf(item, { document, within: ['items', index] })]
        : [],
    )
  }
  return [objectOf(value, { document, within: [] })]
}

interface Home {
  readonly document: LintDocument
  readonly within: YamlPath
}

function objectOf(content: Fields, { document, within }: Home): LintObject {
  const placeOf: PlaceOf = (path = [], part = 'value') => document.placeOf([...within, ...path], part)
  return makeObject(content, { path: document.path, placeOf, document, within })
}

interface Making {
  readonly path: string
  readonly placeOf: PlaceOf
  readonly document?: LintDocument
  readonly within?: YamlPath
  readonly host?: LintObject
  readonly isHashed?: boolean
}

/** Makes an object of what was read, or of what a generator would make. */
export function makeObject(content: Fields, making: Making): LintObject {
  const metadata = partOf(content, 'metadata')
  const apiVersion = textIn(content, 'apiVersion')
  return {
    apiVersion,
    group: apiGroup(apiVersion),
    kind: textIn(content, 'kind'),
    namespace: textIn(metadata, 'namespace'),
    name: textIn(metadata, 'name'),
    content,
    path: making.path,
    placeOf: making.placeOf,
    document: making.document,
    within: making.within ?? [],
    host: making.host,
    inHost: undefined,
    isHashed: making.isHashed ?? false,
    isEncrypted: isFields(content['sops']),
  }
}

/** The objects that a text of another object holds, such as a value of a ConfigMap. */
export function objectsWithin(host: LintObject, path: YamlPath, text: string): readonly LintObject[] {
  const { documents } = readLintFile(host.path, text)
  const place = embeddedPlaces(host, path)
  return documents.flatMap(document =>
    objectsInDocument({ ...document, placeOf: (at, part) => place(document.placeOf(at, part)) }).map(
      object => ({
        ...object,
        document: undefined,
        host,
        inHost: { path, start: document.text.start, end: document.text.end },
      }),
    ),
  )
}

/** Names an object in a sentence, as `HelmRelease flux-system/karpenter`. */
export function named({ kind, namespace, name }: Pick<LintObject, 'kind' | 'namespace' | 'name'>): string {
  return namespace === '' ? `${kind} ${name}` : `${kind} ${namespace}/${name}`
}

/**
 * Whether a text still has something to be filled in: `${variable}`, `{{ template }}`, `<placeholder>`, `YOUR_NAME`,
 * `op://reference`, or is still encrypted.
 */
export function isUnfilled(text: string): boolean {
  return unfilled.some(form => form.test(text))
}

const unfilled = [
  /%\[\d+\]|%[sdv]\b|\$\{|\$\(|\{\{|<[^<>]*>|\[\[/,
  /^\s*(?:op|vault|ref\+[\w.]+|awssm|gcpsm):\/\//,
  /^ENC\[/,
  /(?:^|\/)[A-Z]{2,}(?:_[A-Z]+)+(?:\/|$)/,
]

/** Where a problem of an object with this place stands in words: `path:line`. */
export function shownPlace({ path, line }: Place): string {
  return `${path}:${line}`
}
