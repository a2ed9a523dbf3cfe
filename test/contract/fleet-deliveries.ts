import type { KubeObject, OwnerReference } from '../../src/engine/api/kube-object.ts'
import type { FleetBench } from './fleet-bench.ts'
import { resourceNamed } from './fleet-kinds.ts'

/** What a binding says of one source. */
export interface SourceEntry {
  readonly kind: string
  readonly name: string
  readonly applied: boolean
  readonly hash?: string
  readonly lastAppliedTime?: string
}

/** What is to be delivered: ConfigMaps that each bring a ConfigMap by default. */
interface Delivery {
  readonly sources?: number
  readonly isListedBackwards?: boolean
  /** Makes the first source only. */
  readonly isSecondMissing?: boolean
  /** The content of the one source. */
  readonly data?: Readonly<Record<string, string>>
  /** The type of the one source, which is a Secret then. */
  readonly type?: string
  readonly strategy?: 'ApplyOnce' | 'Reconcile'
}

/** What was made to be delivered. */
interface Delivered {
  /** The name of the set; its label is the same. */
  readonly set: string
  /** The name of the first source. */
  readonly source: string
  /** The second source, where it was not made. */
  readonly missing: KubeObject
  /** The names of the ConfigMaps that it brings. */
  readonly objects: readonly [string, ...string[]]
}

/** ClusterResourceSets for the cluster of the contract, each with a label of its own. */
export class FleetDeliveries {
  readonly #bench: FleetBench

  constructor(bench: FleetBench) {
    this.#bench = bench
  }

  /** Makes a set and its sources, for a cluster that has its label already. */
  async deliver(delivery: Delivery = {}): Promise<Delivered> {
    const set = this.#bench.name()
    await this.select(set)
    return this.#make(set, delivery)
  }

  /** Makes a set and its sources, with no cluster that has its label. */
  make(delivery: Delivery = {}): Promise<Delivered> {
    return this.#make(this.#bench.name(), delivery)
  }

  async #make(set: string, delivery: Delivery): Promise<Delivered> {
    const { management } = this.#bench
    const count = delivery.isSecondMissing === true ? 2 : (delivery.sources ?? 1)
    const objects = Array.from({ length: count }, () => this.#bench.name())
    const sources = objects.map(name => this.#source(`${name}-source`, name, delivery))
    await management.create(...(delivery.isSecondMissing === true ? sources.slice(0, 1) : sources))
    await management.create(this.#set(set, sources, delivery))
    const [first = '', ...others] = objects
    const [, missing = this.#source('none', 'none', {})] = sources
    return { set, source: `${first}-source`, missing, objects: [first, ...others] }
  }

  #source(name: string, object: string, { data, type }: Delivery): KubeObject {
    const brought = this.#bench.object('ConfigMap', object, { data: { of: name } })
    const content = data ?? { 'all.json': JSON.stringify(brought) }
    if (type === undefined) return this.#bench.managed('ConfigMap', name, { data: content })
    return this.#bench.managed('Secret', name, { type, stringData: content })
  }

  #set(name: string, sources: readonly KubeObject[], delivery: Delivery): KubeObject {
    const { strategy = 'ApplyOnce', isListedBackwards = false } = delivery
    const listed = sources.map(({ kind, metadata }) => ({ kind, name: metadata.name }))
    return this.#bench.managed('ClusterResourceSet', name, {
      spec: {
        strategy,
        clusterSelector: { matchLabels: { [name]: 'on' } },
        resources: isListedBackwards ? listed.toReversed() : listed,
      },
    })
  }

  /** Gives the cluster the label of a set. */
  select(set: string): Promise<void> {
    return this.#label(set, { [set]: 'on' })
  }

  /** Takes the label of a set from the cluster. */
  unselect(set: string): Promise<void> {
    return this.#label(set, {})
  }

  // As Fitout does it: each label has a manager of its own, so that nobody else's is touched.
  async #label(fieldManager: string, labels: Readonly<Record<string, string>>): Promise<void> {
    const { name } = this.#bench.fleet.cluster
    const cluster = this.#bench.managed('Cluster', name, { metadata: { labels } })
    await this.#bench.management.api.apply(resourceNamed('Cluster'), cluster, { fieldManager })
  }

  /** What the binding of the cluster says of a set; undefined when it has no entry for it. */
  async entry(set: string): Promise<readonly SourceEntry[] | undefined> {
    const { name } = this.#bench.fleet.cluster
    const binding = await this.#bench.management.find('ClusterResourceSetBinding', name)
    const { bindings = [] } = (binding?.['spec'] ?? {}) as {
      readonly bindings?: readonly { clusterResourceSetName: string; resources?: readonly SourceEntry[] }[]
    }
    const found = bindings.find(({ clusterResourceSetName }) => clusterResourceSetName === set)
    return found && (found.resources ?? [])
  }

  async untilEntry(
    set: string,
    isSo: (resources: readonly SourceEntry[]) => boolean,
  ): Promise<readonly SourceEntry[]> {
    let last: readonly SourceEntry[] | undefined
    await this.#bench.management.until(`the binding says of ${set} what it shall`, async () => {
      last = await this.entry(set)
      return last !== undefined && isSo(last)
    })
    return last ?? []
  }

  /** Waits until all sources of a set that are entered are applied, and there is one at least. */
  untilApplied(set: string): Promise<readonly SourceEntry[]> {
    return this.untilEntry(set, found => found.length > 0 && found.every(({ applied }) => applied))
  }

  async ownerReference(set: string): Promise<OwnerReference> {
    const { apiVersion, kind, metadata } = await this.#bench.management.get('ClusterResourceSet', set)
    return { apiVersion, kind, name: set, uid: metadata.uid ?? '' }
  }

  /** ConfigMaps of the workload cluster in the order in which they were made. */
  async inOrderOfCreation(names: readonly string[]): Promise<readonly string[]> {
    const objects = await Promise.all(names.map(name => this.#bench.workload.get('ConfigMap', name)))
    return objects
      .toSorted((one, two) => Number(one.metadata.resourceVersion) - Number(two.metadata.resourceVersion))
      .map(({ metadata }) => metadata.name)
  }
}
