import { qualifiedName } from '../../domain/object/qualified-name.ts'
import { isFields, partOf, textIn } from '../../domain/object/fields.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { SimulatedFleet } from '../fleet/simulated-fleet.ts'
import { deleteByModel } from '../models/model-write.ts'
import type { Store } from '../store/store.ts'
import type { DemoCluster, TroubleName } from './demo-clusters.ts'
import { ciliumImage, EDGE_REGISTRY } from './demo-packs.ts'
import { connection, LACKING_KEY } from './demo-plan.ts'

/** What is wrong with one cluster, what a person would do about it, and how that is done here. */
export interface Trouble {
  readonly name: TroubleName
  /** Namespace and name of its cluster. */
  readonly cluster: string
  /** What to do, as an order. */
  readonly next: string
  /** What was done, in the past tense. */
  readonly done: string
  readonly fix: () => void
}

const UPGRADED = 'v1.34.3'

/** The registries of the demo: all but one image is there. */
export class DemoRegistries {
  readonly #missing = new Set([ciliumImage(EDGE_REGISTRY)])

  readonly has = (image: string): boolean => !this.#missing.has(image)

  push(image: string): void {
    this.#missing.delete(image)
  }
}

/** The troubles of a demo, in the order of their keys. */
export function demoTroubles(
  fleet: SimulatedFleet,
  clusters: readonly DemoCluster[],
  registries: DemoRegistries,
): readonly Trouble[] {
  const of = (name: TroubleName): DemoCluster => {
    const found = clusters.find(({ trouble }) => trouble === name)
    if (found === undefined) throw new Error(`cannot make the demo: no cluster has trouble "${name}"`)
    return found
  }
  return [
    lackingKey(fleet, of('key')),
    missingImage(fleet, of('image'), registries),
    oldVersion(fleet, of('version')),
  ]
}

function lackingKey(fleet: SimulatedFleet, cluster: DemoCluster): Trouble {
  return {
    name: 'key',
    cluster: keyOf(cluster),
    next: `Add output "${LACKING_KEY}" to the Terraform workspace "${cluster.name}" and apply it`,
    done: `Terraform wrote "${LACKING_KEY}" into Secret "${cluster.name}-eks-connection"`,
    fix: () => void fleet.put(connection(cluster, { isComplete: true })),
  }
}

function missingImage(fleet: SimulatedFleet, cluster: DemoCluster, registries: DemoRegistries): Trouble {
  const image = ciliumImage(EDGE_REGISTRY)
  return {
    name: 'image',
    cluster: keyOf(cluster),
    next: `Its image cannot be pulled: push ${image}`,
    done: `Pushed image ${image}`,
    fix: () => {
      registries.push(image)
      const workload = fleet.workloads.get(keyOf(cluster))
      if (workload) startAgain(workload)
    },
  }
}

function oldVersion(fleet: SimulatedFleet, cluster: DemoCluster): Trouble {
  return {
    name: 'version',
    cluster: keyOf(cluster),
    next: `Merge a change that sets the version of Cluster "${cluster.name}" to ${UPGRADED}`,
    done: `Merged: Cluster "${cluster.name}" specifies Kubernetes ${UPGRADED}`,
    fix: () => {
      const object = fleet.management
        .table({ group: 'cluster.x-k8s.io', plural: 'clusters' })
        .get(keyOf(cluster))
      if (object) fleet.put(withVersion(object, UPGRADED))
    },
  }
}

// Nothing but the version: labels and all else are other people's.
function withVersion(cluster: KubeObject, version: string): KubeObject {
  const spec = partOf(cluster, 'spec')
  return { ...cluster, spec: { ...spec, topology: { ...partOf(spec, 'topology'), version } } }
}

// A kubelet tries again by itself after some minutes; a pod that is recreated is tried at once.
function startAgain(workload: Store): void {
  const kind = workload.kinds.named('v1', 'Pod')
  if (kind === undefined) return
  for (const pod of workload.snapshotAt(workload.revision, kind))
    if (isWaiting(pod)) deleteByModel(workload, kind, pod)
}

function isWaiting(pod: KubeObject): boolean {
  const { containerStatuses } = partOf(pod, 'status')
  const statuses = Array.isArray(containerStatuses) ? containerStatuses.filter(isFields) : []
  return statuses.some(
    status => textIn(partOf(partOf(status, 'state'), 'waiting'), 'reason') === 'ImagePullBackOff',
  )
}

function keyOf({ namespace, name }: DemoCluster): string {
  return qualifiedName({ namespace, name })
}
