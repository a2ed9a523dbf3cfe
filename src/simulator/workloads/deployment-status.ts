import { partOf } from '../../domain/object/fields.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { Store } from '../store/store.ts'
import { modelCondition, type ModelCondition, withConditions } from '../models/conditions.ts'
import { keepPods, type PodCount } from './pods-of.ts'
import { replicasIn, numberedPods, someOf } from './workload-status.ts'

/** How long a Deployment may not get on before it says so. */
export function deadlineMs(deployment: KubeObject): number {
  return replicasIn(partOf(deployment, 'spec'), 'progressDeadlineSeconds', 600) * 1000
}

/** A Deployment with its pods, and with what its controller says of them. */
export function deploymentStatus(store: Store, deployment: KubeObject): KubeObject {
  const replicas = replicasIn(partOf(deployment, 'spec'), 'replicas', 1)
  const count = keepPods(store, deployment, numberedPods(replicas))
  const { conditions = [] } = partOf(deployment, 'status')
  const status = {
    conditions,
    observedGeneration: deployment.metadata.generation,
    ...someOf({
      replicas: count.total,
      updatedReplicas: count.updated,
      readyReplicas: count.ready,
      availableReplicas: count.ready,
      unavailableReplicas: count.total - count.ready,
    }),
  }
  const said = [available(count, replicas), progressing(store, deployment, { count, replicas })]
  return withConditions({ ...deployment, status }, store.timestamp(), said)
}

function available({ ready }: PodCount, replicas: number): ModelCondition {
  return ready >= replicas
    ? { type: 'Available', status: 'True', reason: 'MinimumReplicasAvailable' }
    : { type: 'Available', status: 'False', reason: 'MinimumReplicasUnavailable' }
}

interface Progress {
  readonly count: PodCount
  readonly replicas: number
}

function progressing(
  store: Store,
  deployment: KubeObject,
  { count, replicas }: Progress,
): ModelCondition & { lastUpdateTime: string } {
  const before = modelCondition(deployment, 'Progressing')
  const status = partOf(deployment, 'status')
  const isNews =
    replicasIn(status, 'readyReplicas', 0) !== count.ready ||
    replicasIn(status, 'updatedReplicas', 0) !== count.updated ||
    status['observedGeneration'] !== deployment.metadata.generation
  const known = before?.['lastUpdateTime']
  const lastUpdateTime = isNews || typeof known !== 'string' ? store.timestamp() : known
  const type = 'Progressing'
  if (count.ready >= replicas && count.updated >= replicas)
    return { type, status: 'True', reason: 'NewReplicaSetAvailable', lastUpdateTime }
  const isLate = store.clock.now() - Date.parse(lastUpdateTime) >= deadlineMs(deployment)
  return isLate
    ? { type, status: 'False', reason: 'ProgressDeadlineExceeded', lastUpdateTime }
    : { type, status: 'True', reason: 'ReplicaSetUpdated', lastUpdateTime }
}
