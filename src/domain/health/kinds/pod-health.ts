import { parseTimestamp } from '../../quantity/parse-timestamp.ts'
import { crashLoopingContainers } from './crash-looping-containers.ts'
import { current, failed, type HealthResult, inProgress } from '../health.ts'
import { HealthError } from '../health-error.ts'
import { findCondition } from '../read-conditions.ts'
import { partOf, textIn } from '../../object/fields.ts'
import type { Subject } from '../subject.ts'

/** How long the scheduler has before a pod counts as unschedulable. */
const SCHEDULE_WINDOW_MS = 15_000

/** A Pod is current when it is ready, and also when it has ended, well or not. */
export function podHealth(subject: Subject): HealthResult {
  const phase = textIn(subject.status, 'phase')
  switch (phase) {
    case 'Succeeded':
      return current('Pod has completed successfully')
    case 'Failed':
      return current('Pod has completed, but not successfully')
    case 'Running':
      return runningHealth(subject)
    case 'Pending':
      return pendingHealth(subject)
    case '':
      return inProgress('PodNotObserved', 'Pod phase not available')
    default:
      throw new HealthError('UNKNOWN_PHASE', 'status.phase', `unknown phase ${phase}`)
  }
}

function runningHealth({ object, conditions }: Subject): HealthResult {
  if (findCondition(conditions, 'Ready', 'True')) return current('Pod is Ready')
  const looping = crashLoopingContainers(object)
  if (looping.length > 0) {
    return failed('ContainerCrashLooping', `Containers in CrashLoop state: ${looping.join(',')}`)
  }
  return inProgress('PodRunningNotReady', 'Pod is running but is not Ready')
}

function pendingHealth({ object, conditions, now }: Subject): HealthResult {
  if (findCondition(conditions, 'PodScheduled', 'False')?.reason !== 'Unschedulable') {
    return inProgress('PodPending', 'Pod is in the Pending phase')
  }
  const created = parseTimestamp(textIn(partOf(object, 'metadata'), 'creationTimestamp'))
  const isNew = BigInt(Math.trunc(now - SCHEDULE_WINDOW_MS)) * 1_000_000n < created
  if (isNew) return inProgress('PodNotScheduled', 'Pod has not been scheduled')
  return failed('PodUnschedulable', 'Pod could not be scheduled')
}
