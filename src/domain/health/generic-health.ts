import { failed, type HealthResult, inProgress } from './health.ts'
import type { Condition } from './read-conditions.ts'
import { demandCount, demandText } from './read-field.ts'
import { type Fields, textIn } from '../object/fields.ts'

/** Says of an object of any kind that it is being deleted; undefined if it is not. */
export function deletionHealth(object: Fields): HealthResult | undefined {
  const time = demandText(object, 'metadata', 'deletionTimestamp')
  if (time === undefined || time === '') return undefined
  return { status: 'Terminating', message: 'Resource scheduled for deletion', condition: undefined }
}

/** Says of an object of any kind that its status is about an older spec; undefined if it is not, or does not say. */
export function generationHealth(object: Fields): HealthResult | undefined {
  const generation = demandCount(object, 'metadata', 'generation')
  if (generation === undefined) return undefined
  const observed = demandCount(object, 'status', 'observedGeneration')
  if (observed === undefined || observed === generation) return undefined
  const message = `${textIn(object, 'kind')} generation is ${generation}, but latest observed generation is ${observed}`
  return inProgress('LatestGenerationNotObserved', message)
}

/** Judges by the conditions that mean the same for every kind; undefined if none of them is true. */
export function abnormalHealth(conditions: readonly Condition[]): HealthResult | undefined {
  const abnormal = conditions.find(
    ({ type, status }) => status === 'True' && (type === 'Reconciling' || type === 'Stalled'),
  )
  if (!abnormal) return undefined
  const { type, reason, message } = abnormal
  return type === 'Stalled' ? failed(reason, message) : inProgress(reason, message)
}

/** For kinds whose controllers always count generations: says that this one has not begun; undefined if it has. */
export function unobservedHealth(object: Fields): HealthResult | undefined {
  const kind = textIn(object, 'kind')
  if (demandCount(object, 'metadata', 'generation') === undefined) {
    return inProgress('NoGeneration', `${kind} metadata.generation not found`)
  }
  if (demandCount(object, 'status', 'observedGeneration') === undefined) {
    return inProgress('NoObservedGeneration', `${kind} status.observedGeneration not found`)
  }
  return undefined
}
