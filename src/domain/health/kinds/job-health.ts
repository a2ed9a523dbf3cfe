import { current, failed, type HealthResult, inProgress } from '../health.ts'
import { type Condition, readConditions } from '../read-conditions.ts'
import { countIn } from '../read-field.ts'
import { type Fields, partOf, textIn } from '../../object/fields.ts'
import type { Subject } from '../subject.ts'

/** To kstatus, a Job is current as soon as it runs: the command that asked for it has been carried out. */
export function jobHealth({ spec, status, conditions }: Subject): HealthResult {
  const finished = finishedHealth({ spec, status, conditions })
  if (finished) return finished
  if (textIn(status, 'startTime') === '') return inProgress('JobNotStarted', 'Job not started')
  return current(progressOf(status))
}

/** To Flux, a Job is current when it has completed or is suspended. Deletion and generations do not count. */
export function fluxJobHealth(object: Fields): HealthResult {
  const spec = partOf(object, 'spec')
  if (spec['suspend'] === true) return current('Job is suspended')

  const status = partOf(object, 'status')
  const finished = finishedHealth({ spec, status, conditions: readConditions(object) })
  if (finished) return finished
  if (textIn(status, 'startTime') === '') {
    return inProgress('JobNotStarted', `Job not started. active: 0/${countIn(spec, 'parallelism', 1)}`)
  }
  return inProgress('JobInProgress', progressOf(status))
}

interface JobParts {
  readonly spec: Fields
  readonly status: Fields
  readonly conditions: readonly Condition[]
}

function finishedHealth({ spec, status, conditions }: JobParts): HealthResult | undefined {
  const end = conditions.find(
    condition =>
      condition.status === 'True' && (condition.type === 'Complete' || condition.type === 'Failed'),
  )
  if (!end) return undefined
  const completions = countIn(spec, 'completions', countIn(spec, 'parallelism', 1))
  if (end.type === 'Complete') {
    return current(`Job Completed. succeeded: ${countIn(status, 'succeeded', 0)}/${completions}`)
  }
  return failed('JobFailed', `Job Failed. failed: ${countIn(status, 'failed', 0)}/${completions}`)
}

function progressOf(status: Fields): string {
  const [succeeded, active, wrong] = ['succeeded', 'active', 'failed'].map(name => countIn(status, name, 0))
  return `Job in progress. success:${succeeded}, active: ${active}, failed: ${wrong}`
}
