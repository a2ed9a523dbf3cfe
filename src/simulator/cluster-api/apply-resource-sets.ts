import { isFields, partOf, textIn } from '../../domain/object/fields.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { kindKey, type Kind } from '../kinds/kind.ts'
import type { Model, Store } from '../store/store.ts'
import type { StoreChange } from '../store/table.ts'
import { KeyedTimers } from '../models/keyed-timers.ts'
import { deleteByModel } from '../models/model-write.ts'
import { BINDING } from './binding-object.ts'
import { LabelPairs, pairOfSet, pairsOfCluster } from './label-pairs.ts'
import { reconcileSet } from './reconcile-set.ts'

/** How soon a set is looked at after a change: measured as 0.10 s from a label to the object on the workload cluster. */
const AFTER_LABEL_MS = 100
/** Measured as 0.024 s from a changed source to the changed object. */
const AFTER_SOURCE_MS = 24
/** Cluster API looks at one object at most once a second; so a new set needs 2 s for its three looks. */
const BETWEEN_LOOKS_MS = 1000
/** The longest wait after failures: that of its retry to connect. */
const LONGEST_RETRY_MS = 30_000

/** Cluster API's controller of ClusterResourceSets. `workloadOf` finds a cluster that can be reached, by its Cluster. */
export function applyResourceSets(
  store: Store,
  workloadOf: (cluster: KubeObject) => Store | undefined,
): Model {
  return new ResourceSets(store, workloadOf)
}

class ResourceSets implements Model {
  readonly #store: Store
  readonly #workloadOf: (cluster: KubeObject) => Store | undefined
  readonly #timers: KeyedTimers
  #sets = new LabelPairs()
  #clusters = new LabelPairs()
  #sources = new LabelPairs()
  readonly #lookedAt = new Map<string, number>()
  readonly #failures = new Map<string, number>()

  constructor(store: Store, workloadOf: (cluster: KubeObject) => Store | undefined) {
    this.#store = store
    this.#workloadOf = workloadOf
    this.#timers = new KeyedTimers(store.clock, key => this.#look(key))
  }

  readonly changed = (kind: Kind, change: StoreChange): void => {
    switch (kindKey(kind)) {
      case 'clusterresourcesets.addons.cluster.x-k8s.io':
        return this.#setChanged(change)
      case 'clusters.cluster.x-k8s.io':
        return this.#clusterChanged(change)
      case 'configmaps':
      case 'secrets':
        return this.#sourceChanged(kind, change)
      default:
    }
  }

  readonly restored = (): void => {
    this.#sets = new LabelPairs()
    this.#clusters = new LabelPairs()
    this.#sources = new LabelPairs()
    const { revision } = this.#store
    for (const kind of this.#store.kinds.all())
      for (const [key, object] of this.#store.table(kind).listAt(revision))
        this.changed(kind, { revision, key, before: undefined, after: object, last: object })
  }

  #setChanged({ key, before, after }: StoreChange): void {
    if (before !== undefined) {
      this.#sets.remove(key, [pairOfSet(before)])
      this.#sources.remove(key, sourcesOf(before))
    }
    if (after === undefined) {
      this.#lookedAt.delete(key)
      this.#failures.delete(key)
      return
    }
    this.#sets.add(key, [pairOfSet(after)])
    this.#sources.add(key, sourcesOf(after))
    const isOwnWrite = before !== undefined && before['spec'] === after['spec'] && !isMarked(before, after)
    if (!isOwnWrite || before.metadata.annotations !== after.metadata.annotations) this.#ask(key, 0)
  }

  #clusterChanged({ key, before, after }: StoreChange): void {
    const [old, now] = [before ? pairsOfCluster(before) : [], after ? pairsOfCluster(after) : []]
    this.#clusters.remove(key, old)
    this.#clusters.add(key, now)
    if (after === undefined || after.metadata.deletionTimestamp !== undefined) this.#dropBinding(key)
    // It looks at every change; those of anything else would find nothing to do.
    const isSame =
      before?.metadata.labels === after?.metadata.labels &&
      initializationOf(before) === initializationOf(after)
    if (isSame) return
    for (const set of this.#sets.find([...old, ...now])) this.#ask(set, AFTER_LABEL_MS)
  }

  #sourceChanged({ kind }: Kind, { key, before, after }: StoreChange): void {
    const isSame = before?.['data'] === after?.['data'] && before !== undefined
    if (isSame) return
    for (const set of this.#sources.find([`${kind} ${key}`])) this.#ask(set, AFTER_SOURCE_MS)
  }

  #dropBinding(key: string): void {
    const kind = this.#store.kinds.named(BINDING.apiVersion, BINDING.kind)
    const binding = kind && this.#store.table(kind).get(key)
    // Not now: a model may not write while it hears of a change.
    if (kind && binding)
      this.#store.clock.after(AFTER_LABEL_MS, () => deleteByModel(this.#store, kind, binding))
  }

  #ask(key: string, milliseconds: number): void {
    const soonest = (this.#lookedAt.get(key) ?? -BETWEEN_LOOKS_MS) + BETWEEN_LOOKS_MS
    this.#timers.ask(key, Math.max(milliseconds, soonest - this.#store.clock.elapsed()))
  }

  #look(key: string): void {
    const kind = this.#store.kinds.named(BINDING.apiVersion, 'ClusterResourceSet')
    const set = kind && this.#store.table(kind).get(key)
    if (set === undefined) return
    this.#lookedAt.set(key, this.#store.clock.elapsed())
    const result = reconcileSet({
      store: this.#store,
      set,
      clusters: this.#clusters.find([pairOfSet(set)]),
      workloadOf: this.#workloadOf,
    })
    if (result === 'again') this.#ask(key, BETWEEN_LOOKS_MS)
    if (result !== 'failed') return void this.#failures.delete(key)
    const failures = (this.#failures.get(key) ?? 0) + 1
    this.#failures.set(key, failures)
    this.#ask(key, Math.min(LONGEST_RETRY_MS, BETWEEN_LOOKS_MS * 2 ** Math.min(10, failures - 1)))
  }
}

function initializationOf(cluster: KubeObject | undefined): unknown {
  return cluster && partOf(cluster, 'status')['initialization']
}

function isMarked(before: KubeObject, after: KubeObject): boolean {
  return before.metadata.deletionTimestamp !== after.metadata.deletionTimestamp
}

/** The sources that a ClusterResourceSet lists, each as `ConfigMap namespace/name`. */
function sourcesOf(set: KubeObject): readonly string[] {
  const { resources } = partOf(set, 'spec')
  return (Array.isArray(resources) ? resources : [])
    .filter(isFields)
    .map(resource => `${textIn(resource, 'kind')} ${set.metadata.namespace}/${textIn(resource, 'name')}`)
}
