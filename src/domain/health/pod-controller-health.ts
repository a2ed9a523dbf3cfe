import { type Circumstances, evaluateHealth } from './evaluate-health.ts'
import type { HealthResult } from './health.ts'
import { readConditions } from './read-conditions.ts'
import { isFields } from './read-field.ts'

/** A StatefulSet or ReplicaSet, and the pods that its selector chooses. */
export interface PodController {
  readonly controller: unknown
  readonly pods: readonly unknown[]
}

/**
 * Judges a StatefulSet or ReplicaSet together with its pods, as Flux does while it waits for one.
 *
 * While it is in progress, a single failed pod makes it fail; one that only waits for a node does not.
 */
export function evaluatePodControllerHealth(
  { controller, pods }: PodController,
  circumstances: Circumstances,
): HealthResult {
  const own = evaluateHealth(controller, circumstances)
  if (own.status !== 'InProgress') return own
  const lost = pods.filter(
    pod => evaluateHealth(pod, circumstances).status === 'Failed' && !isUnschedulable(pod),
  )
  if (lost.length === 0) return own
  return { status: 'Failed', message: `${lost.length} pods have failed`, condition: undefined }
}

// An autoscaler may yet bring the node. Conditions can be read here: without them nothing has failed.
function isUnschedulable(pod: unknown): boolean {
  if (!isFields(pod)) return false
  return readConditions(pod).some(
    ({ type, status, reason }) => type === 'PodScheduled' && status === 'False' && reason === 'Unschedulable',
  )
}
