import { current, type HealthResult, inProgress } from '../health.ts'
import { type Count, countIn, minus } from '../read-field.ts'
import { partOf, textIn } from '../../object/fields.ts'
import type { Subject } from '../subject.ts'

/** A StatefulSet is current when all replicas are ready and of one revision, or of the new one down to its partition. */
export function statefulSetHealth({ spec, status }: Subject): HealthResult {
  const strategy = partOf(spec, 'updateStrategy')
  // Whoever updates by deleting pods decides alone when that is done.
  if (textIn(strategy, 'type') === 'OnDelete')
    return current('StatefulSet is using the ondelete update strategy')

  const wanted = countIn(spec, 'replicas', 1)
  const replicas = countIn(status, 'replicas', 0)
  const ready = countIn(status, 'readyReplicas', 0)
  if (wanted > replicas) return inProgress('LessReplicas', `Replicas: ${replicas}/${wanted}`)
  if (wanted > ready) return inProgress('LessReady', `Ready: ${ready}/${wanted}`)
  if (replicas > wanted) return inProgress('ExtraPods', `Pending termination: ${minus(replicas, wanted)}`)

  const partition = countIn(partOf(strategy, 'rollingUpdate'), 'partition', -1)
  const updated = countIn(status, 'updatedReplicas', 0)
  if (partition !== -1) return partitionHealth(updated, minus(wanted, partition))

  const ofCurrentRevision = countIn(status, 'currentReplicas', 0)
  if (wanted > ofCurrentRevision) return inProgress('LessCurrent', `current: ${ofCurrentRevision}/${wanted}`)
  if (textIn(status, 'currentRevision') !== textIn(status, 'updateRevision')) {
    return inProgress('RevisionMismatch', 'Waiting for updated revision to match current')
  }
  return current(`All replicas scheduled as expected. Replicas: ${replicas}`)
}

function partitionHealth(updated: Count, wanted: Count): HealthResult {
  if (updated < wanted) return inProgress('PartitionRollout', `updated: ${updated}/${wanted}`)
  return current(`Partition rollout complete. updated: ${updated}`)
}
