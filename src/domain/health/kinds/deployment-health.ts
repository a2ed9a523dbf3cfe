import { current, failed, type HealthResult, inProgress } from '../health.ts'
import { findCondition } from '../read-conditions.ts'
import { countIn, minus } from '../read-field.ts'
import type { Subject } from '../subject.ts'

/** A Deployment without a deadline never says that it is progressing. */
const NO_DEADLINE = 2 ** 31 - 1

/** A Deployment is current when all replicas are updated, available and ready, and no old one is left. */
export function deploymentHealth({ spec, status, conditions }: Subject): HealthResult {
  const exceeded = conditions.find(
    ({ type, reason }) => type === 'Progressing' && reason === 'ProgressDeadlineExceeded',
  )
  if (exceeded) {
    return { ...failed(exceeded.reason, exceeded.message), message: 'Progress deadline exceeded' }
  }

  const wanted = countIn(spec, 'replicas', 1)
  const replicas = countIn(status, 'replicas', 0)
  const updated = countIn(status, 'updatedReplicas', 0)
  const ready = countIn(status, 'readyReplicas', 0)
  const available = countIn(status, 'availableReplicas', 0)
  if (wanted > replicas) return inProgress('LessReplicas', `Replicas: ${replicas}/${wanted}`)
  if (wanted > updated) return inProgress('LessUpdated', `Updated: ${updated}/${wanted}`)
  if (replicas > wanted) return inProgress('ExtraPods', `Pending termination: ${minus(replicas, wanted)}`)
  if (updated > available) return inProgress('LessAvailable', `Available: ${available}/${updated}`)
  if (wanted > ready) return inProgress('LessReady', `Ready: ${ready}/${wanted}`)
  if (!hasProgressed({ spec, conditions }))
    return inProgress('ReplicaSetNotAvailable', 'ReplicaSet not Available')
  if (!findCondition(conditions, 'Available', 'True')) {
    return inProgress('DeploymentNotAvailable', 'Deployment not Available')
  }
  return current(`Deployment is available. Replicas: ${replicas}`)
}

function hasProgressed({ spec, conditions }: Pick<Subject, 'spec' | 'conditions'>): boolean {
  if (countIn(spec, 'progressDeadlineSeconds', NO_DEADLINE) === NO_DEADLINE) return true
  return conditions.some(
    ({ type, status, reason }) =>
      type === 'Progressing' && status === 'True' && reason === 'NewReplicaSetAvailable',
  )
}
