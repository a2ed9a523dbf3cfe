import { current, type HealthResult, inProgress } from '../health.ts'
import { textIn } from '../../object/fields.ts'
import type { Subject } from '../subject.ts'

/** A Service is current at once, unless it waits for a load balancer and has no address of its own yet. */
export function serviceHealth({ spec }: Subject): HealthResult {
  const isWaiting = textIn(spec, 'type') === 'LoadBalancer' && textIn(spec, 'clusterIP') === ''
  if (isWaiting) return inProgress('NoIPAssigned', 'ClusterIP not set. Service type: LoadBalancer')
  return current('Service is ready')
}

/** A PersistentVolumeClaim is current when it is bound. One that lost its volume counts as in progress. */
export function persistentVolumeClaimHealth({ status }: Subject): HealthResult {
  const phase = textIn(status, 'phase', 'unknown')
  if (phase === 'Bound') return current('PVC is Bound')
  return inProgress('NotBound', `PVC is not Bound. phase: ${phase}`)
}

/** A PodDisruptionBudget is current once its controller has seen it, which was asked before. */
export function podDisruptionBudgetHealth(): HealthResult {
  return current('AllowedDisruptions has been computed.')
}

/** What only holds data is current as soon as it exists. */
export function dataHealth(): HealthResult {
  return current('Resource is always ready')
}
