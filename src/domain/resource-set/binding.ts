import { oncePerObject } from '../object/once-per-object.ts'
import { FieldReader } from './field-reader.ts'
import { isFields } from '../object/fields.ts'
import { type ResourceRef, isSameRef, readRef } from './resource-set.ts'

/** What the binding says about one source. */
export interface ResourceEntry extends ResourceRef {
  readonly applied: boolean
  /** Empty when the source could not be read. */
  readonly hash: string
  /** Time of the last attempt, also of one that failed. */
  readonly lastAppliedTime: string
}

/** What the binding says about one ClusterResourceSet. Sources that were listed once stay in it. */
export interface BindingEntry {
  readonly resourceSet: string
  readonly resources: readonly ResourceEntry[]
}

/** The ClusterResourceSetBinding of one cluster: it has the name of the cluster. */
export interface Binding {
  readonly clusterName: string
  readonly namespace: string
  /** Names of the ClusterResourceSets that own it. */
  readonly owners: readonly string[]
  readonly entries: readonly BindingEntry[]
}

/** Reads a ClusterResourceSetBinding from parsed YAML or JSON, or throws a ResourceSetError. */
export function readBinding(given: unknown): Binding {
  return isFields(given) ? readOnce(given) : parseBinding(given)
}

// Asked for every step of every look at a cluster.
const readOnce = oncePerObject(parseBinding)

function parseBinding(given: unknown): Binding {
  const object = new FieldReader(given, 'BINDING_SHAPE')
  const metadata = object.object('metadata')
  const spec = object.object('spec')
  return {
    clusterName: spec.string('clusterName') || metadata.string('name'),
    namespace: metadata.string('namespace'),
    owners: metadata
      .objects('ownerReferences')
      .filter(owner => owner.string('kind') === 'ClusterResourceSet')
      .map(owner => owner.string('name')),
    entries: spec.objects('bindings').map(entry => ({
      resourceSet: entry.string('clusterResourceSetName'),
      resources: entry.objects('resources').map(readEntry),
    })),
  }
}

function readEntry(fields: FieldReader): ResourceEntry {
  return {
    ...readRef(fields),
    applied: fields.boolean('applied'),
    hash: fields.string('hash'),
    lastAppliedTime: fields.string('lastAppliedTime'),
  }
}

/** The entry of a ClusterResourceSet in a binding. */
export function entryOf(binding: Binding | undefined, resourceSet: string): BindingEntry | undefined {
  return binding?.entries.find(entry => entry.resourceSet === resourceSet)
}

/** The entry of a source in that of its ClusterResourceSet. */
export function resourceEntryOf(
  entry: BindingEntry | undefined,
  ref: ResourceRef,
): ResourceEntry | undefined {
  return entry?.resources.find(resource => isSameRef(resource, ref))
}

/** A binding that is owned by a ClusterResourceSet and has an entry for it. */
export function withResourceSet(binding: Binding, resourceSet: string): Binding {
  const { owners, entries } = binding
  return {
    ...binding,
    owners: owners.includes(resourceSet) ? owners : [...owners, resourceSet],
    entries: entryOf(binding, resourceSet) ? entries : [...entries, { resourceSet, resources: [] }],
  }
}

/** A binding in which a source has this entry: in its old place, or last. */
export function withResourceEntry(binding: Binding, resourceSet: string, given: ResourceEntry): Binding {
  const entries = binding.entries.map(entry =>
    entry.resourceSet === resourceSet ? { ...entry, resources: replaced(entry.resources, given) } : entry,
  )
  return { ...binding, entries }
}

/** What is left of a binding when a ClusterResourceSet that selects its cluster is deleted: undefined when nothing is. */
export function withoutResourceSet(binding: Binding, resourceSet: string): Binding | undefined {
  const entries = binding.entries.filter(entry => entry.resourceSet !== resourceSet)
  const owners = binding.owners.filter(owner => owner !== resourceSet)
  return entries.length === 0 ? undefined : { ...binding, owners, entries }
}

function replaced(resources: readonly ResourceEntry[], given: ResourceEntry): readonly ResourceEntry[] {
  const index = resources.findIndex(resource => isSameRef(resource, given))
  return index < 0 ? [...resources, given] : resources.with(index, given)
}
