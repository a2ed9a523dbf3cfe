import { encodeUtf8 } from '../../domain/bytes/utf8.ts'
import { sha256Hex } from '../../domain/bytes/sha256.ts'
import type { VirtualClock } from '../clock/virtual-clock.ts'
import { seededRandom } from '../clock/seeded-random.ts'
import { runFlux } from '../flux/run-flux.ts'
import type { Chart } from '../flux/reconcile-release.ts'
import { runKarpenter } from '../workloads/run-karpenter.ts'
import { putByModel, writeByModel } from '../models/model-write.ts'
import { keepWorkloads } from '../workloads/keep-workloads.ts'
import { readyNode } from '../workloads/nodes.ts'
import { runPods } from '../workloads/run-pods.ts'
import { Store, type StoreImage } from '../store/store.ts'

/** What a workload cluster is like. */
export interface WorkloadOptions {
  /** What `/version` says. */
  readonly version: string
  /** How many nodes it has from the start. */
  readonly nodes: number
  readonly hasImage: (image: string) => boolean
  readonly chartOf: Chart
}

/** A workload cluster with all its controllers. Its identity depends on the seed and its name alone, not on what came before. */
export function workloadCluster(
  clock: VirtualClock,
  { seed, name, image }: { readonly seed: number; readonly name: string; readonly image?: StoreImage },
  { version, nodes, hasImage, chartOf }: WorkloadOptions,
): Store {
  const random = seededRandom(seedOf(seed, name))
  const store = new Store({ clock, random, ...(image ? { image } : {}) })
  if (image === undefined) {
    store.version = version
    for (let index = 0; index < nodes; index += 1) addNode(store, `node-${index}`)
  }
  store.attach(runPods(store, { hasImage }))
  store.attach(keepWorkloads(store))
  store.attach(runFlux(store, { chartOf }))
  store.attach(runKarpenter(store))
  return store
}

function addNode(store: Store, name: string): void {
  const kind = store.kinds.named('v1', 'Node')
  const node = readyNode(name, store.timestamp())
  const made = putByModel(store, node)
  if (kind !== undefined) writeByModel(store, kind, { ...made, status: node['status'] })
}

function seedOf(seed: number, name: string): number {
  return Number.parseInt(sha256Hex([encodeUtf8(`${seed} ${name}`)]).slice(0, 8), 16)
}
