import { oncePerObject } from '../../domain/object/once-per-object.ts'
import type { Query } from '../../domain/proof/read/query.ts'
import type { Resource, Selection } from '../../engine/api/api.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { keyOf } from '../../engine/queue/key.ts'

/** What of a server is wanted: a selection, and those in it that are, if not all. */
export interface WantedSelection {
  readonly selection: Selection
  /** By name; among the objects of all namespaces by namespace and name. */
  readonly names: ReadonlySet<string> | undefined
  /** The same, name by name. */
  readonly byName: readonly WantedSelection[]
  /** The same among the objects of all namespaces; undefined for what is not wanted by its name, or has no namespace. */
  readonly inAll: WantedSelection | undefined
}

// Queries stay the same from look to look, and so does what a server says of its kinds.
const wantedByQuery = oncePerObject((query: Query) =>
  oncePerObject((resource: Resource) => wantedFor(resource, query)),
)

/** What a query wants of a server that serves its kind so. */
export function wantedOf(resource: Resource, query: Query): WantedSelection {
  return wantedByQuery(query)(resource)
}

export const keyOfSelection = oncePerObject((selection: Selection) => JSON.stringify(selection))

function wantedFor(resource: Resource, { namespace, select, isMetadataOnly }: Query): WantedSelection {
  const all: Selection = {
    resource,
    ...(resource.scope === 'Namespaced' && namespace !== undefined ? { namespace } : {}),
    ...(isMetadataOnly ? { metadataOnly: true } : {}),
  }
  if (select.by === 'labels' && select.labels !== '') return whole({ ...all, labels: select.labels })
  if (select.by !== 'names') return whole(all)
  const inAll = (names: readonly string[]): WantedSelection | undefined =>
    all.namespace === undefined || isMetadataOnly ? undefined : spread(resource, all.namespace, names)
  const byName = select.names.map(name => ({
    ...whole({ ...all, fields: `metadata.name=${name}` }),
    inAll: inAll([name]),
  }))
  return { selection: all, names: new Set(select.names), byName, inAll: inAll(select.names) }
}

function whole(selection: Selection): WantedSelection {
  return { selection, names: undefined, byName: [], inAll: undefined }
}

function spread(resource: Resource, namespace: string, names: readonly string[]): WantedSelection {
  const keys = names.map(name => keyOf({ metadata: { namespace, name } }))
  return { ...whole({ resource }), names: new Set(keys) }
}

/** Whether what is wanted is in the namespace of the selection. */
export function isIn(wanted: WantedSelection, { namespace }: Selection): boolean {
  return wanted.selection.namespace === namespace
}

/** Whether an object is one of these. No name has a slash, so none is taken for a namespace and a name. */
export function isNamed(object: KubeObject, names: ReadonlySet<string>): boolean {
  return names.has(object.metadata.name) || names.has(keyOf(object))
}

/** Those of the objects that are wanted; all without names. */
export function onlyNamed(
  objects: readonly KubeObject[],
  names: ReadonlySet<string> | undefined,
): readonly KubeObject[] {
  return names ? objects.filter(object => isNamed(object, names)) : objects
}

/** The names of both; the first set itself if it has them all. */
export function both(
  first: ReadonlySet<string> | undefined,
  second: ReadonlySet<string> | undefined,
): ReadonlySet<string> | undefined {
  if (!first || !second) return undefined
  return [...second].every(name => first.has(name)) ? first : new Set([...first, ...second])
}
