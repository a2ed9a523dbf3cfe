import { unobservedHealth } from '../generic-health.ts'
import { current, type HealthResult, inProgress } from '../health.ts'
import { countIn } from '../read-field.ts'
import type { Subject } from '../subject.ts'

/** A DaemonSet is current when every node that should run a pod runs an updated one that is ready. */
export function daemonSetHealth({ object, status }: Subject): HealthResult {
  const unobserved = unobservedHealth(object)
  if (unobserved) return unobserved

  const desired = countIn(status, 'desiredNumberScheduled', -1)
  const scheduled = countIn(status, 'currentNumberScheduled', 0)
  const updated = countIn(status, 'updatedNumberScheduled', 0)
  const available = countIn(status, 'numberAvailable', 0)
  const ready = countIn(status, 'numberReady', 0)
  if (desired === -1) return inProgress('NoDesiredNumber', 'Missing .status.desiredNumberScheduled')
  if (desired > scheduled) return inProgress('LessCurrent', `Current: ${scheduled}/${desired}`)
  if (desired > updated) return inProgress('LessUpdated', `Updated: ${updated}/${desired}`)
  if (desired > available) return inProgress('LessAvailable', `Available: ${available}/${desired}`)
  if (desired > ready) return inProgress('LessReady', `Ready: ${ready}/${desired}`)
  return current(`All replicas scheduled as expected. Replicas: ${desired}`)
}
