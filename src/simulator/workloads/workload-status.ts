import { type Fields, partOf } from '../../domain/object/fields.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { Store } from '../store/store.ts'
import { withConditions } from '../models/conditions.ts'
import { nodesFor } from './nodes.ts'
import { keepPods, templateHash, type WantedPod } from './pods-of.ts'

/** A StatefulSet with its pods, and with what its controller says of them. */
export function statefulSetStatus(store: Store, set: KubeObject): KubeObject {
  const replicas = replicasIn(partOf(set, 'spec'), 'replicas', 1)
  const { total, updated, ready } = keepPods(store, set, numberedPods(replicas))
  const revision = `${set.metadata.name}-${templateHash(set)}`
  return withStatus(set, {
    replicas: total,
    readyReplicas: ready,
    availableReplicas: ready,
    currentReplicas: updated,
    updatedReplicas: updated,
    currentRevision: revision,
    updateRevision: revision,
  })
}

/** A DaemonSet with a pod on every node that it selects, and with what its controller says of them. */
export function daemonSetStatus(store: Store, set: KubeObject): KubeObject {
  const podSpec = partOf(partOf(partOf(set, 'spec'), 'template'), 'spec')
  const nodes = nodesFor(store, podSpec).map(({ metadata }) => metadata.name)
  const { total, updated, ready } = keepPods(
    store,
    set,
    nodes.map(nodeName => ({ suffix: nodeName, nodeName })),
  )
  const status = {
    observedGeneration: set.metadata.generation,
    desiredNumberScheduled: nodes.length,
    currentNumberScheduled: total,
    numberMisscheduled: 0,
    numberReady: ready,
    ...someOf({
      updatedNumberScheduled: updated,
      numberAvailable: ready,
      numberUnavailable: Math.max(0, nodes.length - ready),
    }),
  }
  return { ...set, status }
}

/** A Job with its pods, and with what its controller says of them. */
export function jobStatus(store: Store, job: KubeObject): KubeObject {
  const completions = replicasIn(partOf(job, 'spec'), 'completions', 1)
  const { total, succeeded } = keepPods(store, job, numberedPods(completions))
  const { startTime = store.timestamp() } = partOf(job, 'status')
  const counted = withStatus(job, { startTime, succeeded, active: total - succeeded })
  if (succeeded < completions) return counted
  return withConditions(counted, store.timestamp(), [
    { type: 'Complete', status: 'True', reason: 'CompletionsReached' },
  ])
}

function withStatus(object: KubeObject, fields: Fields): KubeObject {
  const { generation } = object.metadata
  const status = { ...partOf(object, 'status'), observedGeneration: generation, ...fields }
  return { ...object, status }
}

/** The counts that are written: of nothing, there is no count. */
export function someOf(counts: Readonly<Record<string, number>>): Fields {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
}

/** So many pods, distinguished by their number. */
export function numberedPods(replicas: number): readonly WantedPod[] {
  return Array.from({ length: replicas }, (_, index) => ({ suffix: String(index) }))
}

/** A number under a name, or what stands for none. */
export function replicasIn(fields: Fields, name: string, fallback: number): number {
  const value = fields[name]
  return typeof value === 'number' ? value : fallback
}
