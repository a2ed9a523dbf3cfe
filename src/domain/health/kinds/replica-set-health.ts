import { current, type HealthResult, inProgress } from '../health.ts'
import { findCondition } from '../read-conditions.ts'
import { countIn, minus } from '../read-field.ts'
import type { Subject } from '../subject.ts'

/** A ReplicaSet is current when all replicas are labelled, available and ready, and none is left over. */
export function replicaSetHealth({ spec, status, conditions }: Subject): HealthResult {
  if (findCondition(conditions, 'ReplicaFailure', 'True')) {
    return inProgress('ReplicaFailure', 'Replica Failure condition. Check Pods')
  }

  const wanted = countIn(spec, 'replicas', 1)
  const replicas = countIn(status, 'replicas', 0)
  const ready = countIn(status, 'readyReplicas', 0)
  const available = countIn(status, 'availableReplicas', 0)
  const labelled = countIn(status, 'fullyLabeledReplicas', 0)
  if (wanted > labelled) return inProgress('LessLabelled', `Labelled: ${labelled}/${wanted}`)
  if (wanted > available) return inProgress('LessAvailable', `Available: ${available}/${wanted}`)
  if (wanted > ready) return inProgress('LessReady', `Ready: ${ready}/${wanted}`)
  if (replicas > wanted) return inProgress('ExtraPods', `Pending termination: ${minus(replicas, wanted)}`)
  return current(`ReplicaSet is available. Replicas: ${replicas}`)
}
