import { isFields, partOf, type Fields, textIn } from '../../domain/object/fields.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { type Kind, kindKey, kindOf } from '../kinds/kind.ts'
import type { Model, Store } from '../store/store.ts'
import type { StoreChange } from '../store/table.ts'
import { deleteByModel, writeByModel } from './model-write.ts'
import type { Schema } from '../fields/schema.ts'
import { schemaOfOpenApi } from '../fields/schema-of-open-api.ts'

const DELAY_MS = 100
const CLEANUP = 'customresourcecleanup.apiextensions.k8s.io'

/** Serves the kinds of CustomResourceDefinitions, a moment after they are there, and takes them away with all their objects. */
export function serveDefinitions(store: Store): Model {
  const served = new Map<string, Kind>()

  const look = (name: string): void => {
    store.clock.after(DELAY_MS, () => serveDefinition(store, { name, served }))
  }
  const changed = (kind: Kind, { key, after, before }: StoreChange): void => {
    if (isDefinition(kind) && after?.['spec'] !== before?.['spec']) look(key)
    else if (isDefinition(kind) && after?.metadata.deletionTimestamp !== before?.metadata.deletionTimestamp)
      look(key)
    // The last object of a kind that is about to go has gone.
    const own = after === undefined ? store.kinds.byKey(kindKey(kind)) : undefined
    if (own?.isEnding) look(kindKey(kind))
  }
  const restored = (): void => {
    const there = [
      ...store.table({ group: 'apiextensions.k8s.io', plural: 'customresourcedefinitions' }).objects(),
    ]
    for (const name of served.keys())
      if (!there.some(({ metadata }) => metadata.name === name)) stop(store, { name, served })
    for (const { metadata } of there) look(metadata.name)
  }
  return { changed, restored }
}

interface Definition {
  readonly name: string
  readonly served: Map<string, Kind>
}

function isDefinition({ group, kind }: Pick<Kind, 'group' | 'kind'>): boolean {
  return group === 'apiextensions.k8s.io' && kind === 'CustomResourceDefinition'
}

function serveDefinition(store: Store, definition: Definition): void {
  const { name, served } = definition
  const own = store.kinds.named('apiextensions.k8s.io/v1', 'CustomResourceDefinition')
  const object = own && store.find(own, undefined, name)
  const kind = object && kindOfDefinition(object)
  if (own === undefined || object === undefined || kind === undefined) return stop(store, definition)
  if (object.metadata.deletionTimestamp !== undefined)
    return endKind(store, { ...kind, isEnding: true }, object)
  store.kinds.serve(kind)
  served.set(name, kind)
  writeByModel(store, own, established(store, object, kind))
}

function stop(store: Store, { name, served }: Definition): void {
  const kind = served.get(name)
  if (kind === undefined) return
  served.delete(name)
  store.kinds.stop(kind)
  store.endWatches(kind)
}

function endKind(store: Store, kind: Kind, definition: KubeObject): void {
  const own = store.kinds.named('apiextensions.k8s.io/v1', 'CustomResourceDefinition')
  if (own === undefined) return
  store.kinds.serve(kind)
  for (const object of store.snapshotAt(store.revision, kind)) deleteByModel(store, kind, object)
  if (store.table(kind).size > 0) return
  const finalizers = (definition.metadata.finalizers ?? []).filter(finalizer => finalizer !== CLEANUP)
  writeByModel(store, own, { ...definition, metadata: { ...definition.metadata, finalizers } })
}

function established(store: Store, object: KubeObject, kind: Kind): KubeObject {
  const finalizers = new Set([...(object.metadata.finalizers ?? []), CLEANUP])
  const names = partOf(partOf(object, 'spec'), 'names')
  const status = {
    ...partOf(object, 'status'),
    conditions: ['NamesAccepted', 'Established'].map(type => conditionOf(store, object, type)),
    acceptedNames: {
      ...names,
      listKind: names['listKind'] ?? `${kind.kind}List`,
      singular: names['singular'] ?? kind.kind.toLowerCase(),
    },
    storedVersions: [kind.versions[0]],
  }
  return { ...object, metadata: { ...object.metadata, finalizers: [...finalizers] }, status }
}

function conditionOf(store: Store, object: KubeObject, type: string): object {
  const known = partOf(object, 'status')['conditions']
  const found = (Array.isArray(known) ? known : [])
    .filter(isFields)
    .find(condition => condition['type'] === type)
  const reason = type === 'Established' ? 'InitialNamesAccepted' : 'NoConflicts'
  const message = type === 'Established' ? 'the initial names have been accepted' : 'no conflicts found'
  return found ?? { lastTransitionTime: store.timestamp(), message, reason, status: 'True', type }
}

/** The kind that a CustomResourceDefinition describes; undefined when none of its versions is served. */
function kindOfDefinition(definition: Fields): Kind | undefined {
  const spec = partOf(definition, 'spec')
  const names = partOf(spec, 'names')
  const listed = spec['versions']
  const versions = (Array.isArray(listed) ? listed : []).filter(isFields)
  const served = versions.filter(version => version['served'] === true)
  const stored = versions.find(version => version['storage'] === true)
  if (served.length === 0) return undefined
  return kindOf({
    group: textIn(spec, 'group'),
    kind: textIn(names, 'kind'),
    plural: textIn(names, 'plural'),
    scope: spec['scope'] === 'Cluster' ? 'Cluster' : 'Namespaced',
    versions: served.map(version => textIn(version, 'name')),
    hasStatus: served.some(version => isFields(partOf(version, 'subresources')['status'])),
    schema: schemaOf(stored ?? served[0]),
  })
}

function schemaOf(version: Fields | undefined): Schema {
  return schemaOfOpenApi(version && partOf(version, 'schema')['openAPIV3Schema'])
}
