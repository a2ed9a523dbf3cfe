import { isFields, partOf } from '../../domain/object/fields.ts'
import {
  FINALIZER,
  deleteResourceSet,
  reconcileResourceSet,
} from '../../domain/resource-set/apply/reconcile-resource-set.ts'
import type { ResourcesApplied } from '../../domain/resource-set/apply/resources-applied.ts'
import { type Binding, entryOf, readBinding, resourceEntryOf } from '../../domain/resource-set/binding.ts'
import { hashSource } from '../../domain/resource-set/hash-source.ts'
import { ResourceSetError } from '../../domain/resource-set/resource-set-error.ts'
import { type ResourceSet, readResourceSet } from '../../domain/resource-set/resource-set.ts'
import type { SelectableCluster } from '../../domain/resource-set/select-cluster.ts'
import { type Source, readSource } from '../../domain/resource-set/source.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { Store } from '../store/store.ts'
import { modelCondition, withConditions } from '../models/conditions.ts'
import { deleteByModel, putByModel, writeByModel } from '../models/model-write.ts'
import { BINDING, bindingObject, bindingOwner } from './binding-object.ts'
import { workloadWriter } from './workload-writer.ts'

/** A source with its hash. */
interface HashedSource {
  readonly source: Source
  readonly hash: string
}

const known = new WeakMap<KubeObject, HashedSource | undefined>()

/** One look of Cluster API at a ClusterResourceSet. */
export interface SetPass {
  readonly store: Store
  readonly set: KubeObject
  /** The keys of the Clusters that it may select. */
  readonly clusters: readonly string[]
  readonly workloadOf: (cluster: KubeObject) => Store | undefined
}

/** Does one look, and says whether another one must follow. */
export function reconcileSet(look: SetPass): 'done' | 'again' | 'failed' {
  const { store, set } = look
  const resourceSet = readResourceSet(set)
  if (resourceSet.isBeingDeleted) return deleteSet(look, resourceSet)
  if (!resourceSet.finalizers.includes(FINALIZER)) {
    const finalizers = [...resourceSet.finalizers, FINALIZER]
    writeSet(store, { ...set, metadata: { ...set.metadata, finalizers } })
    return 'again'
  }
  if (modelCondition(set, 'Paused') === undefined) {
    const paused = { type: 'Paused', status: 'False', reason: 'NotPaused' } as const
    writeSet(store, withConditions(set, store.timestamp(), [paused]))
    return 'again'
  }
  return applySet(look, resourceSet)
}

function applySet(look: SetPass, resourceSet: ResourceSet): 'done' | 'failed' {
  const { store, set } = look
  const sources = resourceSet.resources.flatMap(({ kind, name }) => {
    const served = store.kinds.named('v1', kind)
    const object = served && store.find(served, resourceSet.namespace, name)
    const hashed = object && hashedSource(object)
    return object && hashed ? [{ object, ...hashed }] : []
  })
  let said: ResourcesApplied | undefined
  let hasFailed = false
  for (const cluster of clustersOf(look)) {
    const outcome = applyTo(look, { resourceSet, sources, cluster })
    said = outcome.condition ?? said
    hasFailed ||= outcome.hasFailed
  }
  if (said) {
    const { status, reason, message } = said
    const now = store.find(kindOf(store, set), resourceSet.namespace, resourceSet.name) ?? set
    writeSet(
      store,
      withConditions(now, store.timestamp(), [{ type: 'ResourcesApplied', status, reason, message }]),
    )
  }
  return hasFailed ? 'failed' : 'done'
}

interface Applying {
  readonly resourceSet: ResourceSet
  readonly sources: readonly (HashedSource & { readonly object: KubeObject })[]
  readonly cluster: KubeObject
}

interface Applied {
  readonly condition: ResourcesApplied | undefined
  readonly hasFailed: boolean
}

const nothing: Applied = { condition: undefined, hasFailed: false }

function applyTo({ store, set, workloadOf }: SetPass, { resourceSet, sources, cluster }: Applying): Applied {
  // It waits for the infrastructure, without a word.
  if (initialization(cluster)['infrastructureProvisioned'] !== true) return nothing
  const known = bindingOf(store, cluster)
  const binding = known && readBinding(known)
  // Once it has failed, only another look says that it has not.
  const isSaid = !isFalse(set, 'ResourcesApplied')
  if (isSaid && isSettled(resourceSet, sources, binding)) return nothing
  const step = reconcileResourceSet({
    resourceSet,
    cluster: selectable(cluster),
    sources: sources.map(({ source }) => source),
    binding,
    workload: workloadWriter(workloadOf(cluster)),
    now: store.timestamp(),
  })
  if (step.step === 'failed') return { condition: step.condition, hasFailed: true }
  if (step.step !== 'apply') return nothing
  for (const { object, source } of sources)
    if (step.owned.some(({ kind, name }) => kind === source.kind && name === source.name))
      own(store, set, object)
  if (step.binding) putByModel(store, bindingObject(step.binding, known, set))
  return { condition: step.condition, hasFailed: step.failed }
}

function isFalse(object: KubeObject, type: string): boolean {
  return modelCondition(object, type)?.['status'] === 'False'
}

/** Whether a look would find nothing to do. It spares reading the same manifests again for every cluster. */
function isSettled(
  { name, strategy, resources }: ResourceSet,
  sources: Applying['sources'],
  binding: Binding | undefined,
): boolean {
  const entry = entryOf(binding, name)
  if (entry === undefined || !binding?.owners.includes(name) || sources.length < resources.length)
    return false
  return sources.every(({ source, hash }) => {
    const known = resourceEntryOf(entry, source)
    return known?.applied === true && (strategy === 'ApplyOnce' || known.hash === hash)
  })
}

// Cluster API makes itself an owner of what it reads, so that it goes with the set.
function own(store: Store, set: KubeObject, { apiVersion, kind, metadata }: KubeObject): void {
  const served = store.kinds.named(apiVersion, kind)
  const object = served && store.find(served, metadata.namespace, metadata.name)
  if (served === undefined || object === undefined) return
  const owners = object.metadata.ownerReferences ?? []
  if (owners.some(({ uid }) => uid === set.metadata.uid)) return
  const ownerReferences = [...owners, bindingOwner(set)]
  writeByModel(store, served, { ...object, metadata: { ...object.metadata, ownerReferences } })
}

function deleteSet(look: SetPass, resourceSet: ResourceSet): 'done' {
  const { store, set } = look
  const clusters = clustersOf(look).filter(({ metadata }) => metadata.deletionTimestamp === undefined)
  const bindings = new Map(
    clusters.flatMap(cluster => {
      const known = bindingOf(store, cluster)
      return known ? [[cluster.metadata.name, readBinding(known)] as const] : []
    }),
  )
  const left = deleteResourceSet(resourceSet, clusters.map(selectable), bindings)
  for (const cluster of clusters) {
    const known = bindingOf(store, cluster)
    const rest = left.get(cluster.metadata.name)
    if (known && rest) putByModel(store, bindingObject(rest, known, set))
    else if (known) deleteByModel(store, kindOf(store, known), known)
  }
  const finalizers = resourceSet.finalizers.filter(finalizer => finalizer !== FINALIZER)
  writeSet(store, { ...set, metadata: { ...set.metadata, finalizers } })
  return 'done'
}

function clustersOf({ store, clusters }: SetPass): readonly KubeObject[] {
  const table = store.table({ group: 'cluster.x-k8s.io', plural: 'clusters' })
  return clusters.flatMap(key => table.get(key) ?? [])
}

function bindingOf(store: Store, { metadata }: KubeObject): KubeObject | undefined {
  const kind = store.kinds.named(BINDING.apiVersion, BINDING.kind)
  return kind && store.find(kind, metadata.namespace, metadata.name)
}

function selectable({ metadata }: KubeObject): SelectableCluster {
  const { name, namespace = '', labels = {}, deletionTimestamp } = metadata
  return { name, namespace, labels, isBeingDeleted: deletionTimestamp !== undefined }
}

function initialization(cluster: KubeObject): Readonly<Record<string, unknown>> {
  const { initialization: found } = partOf(cluster, 'status')
  return isFields(found) ? found : {}
}

function kindOf(store: Store, { apiVersion, kind }: KubeObject) {
  const found = store.kinds.named(apiVersion, kind)
  if (found === undefined) throw new Error(`cannot write ${kind}: it is not served`)
  return found
}

function writeSet(store: Store, set: KubeObject): void {
  writeByModel(store, kindOf(store, set), set)
}

/** Reads a source once for each of its versions; undefined for what cannot be one. Stored objects never change. */
function hashedSource(object: KubeObject): HashedSource | undefined {
  if (!known.has(object)) known.set(object, readHashed(object))
  return known.get(object)
}

function readHashed(object: KubeObject): HashedSource | undefined {
  try {
    const source = readSource(object)
    return { source, hash: hashSource(source) }
  } catch (error) {
    if (error instanceof ResourceSetError) return undefined
    throw error
  }
}
