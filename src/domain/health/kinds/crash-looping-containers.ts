import { HealthError } from '../health-error.ts'
import { accessorProblem } from '../read-field.ts'
import { type Fields, isFields, partOf } from '../../object/fields.ts'

const PATH = 'status.containerStatuses'

/** Names the containers of a pod that crash again and again, or throws a HealthError for what is no container status. */
export function crashLoopingContainers(pod: Fields): readonly string[] {
  const statuses = partOf(pod, 'status')['containerStatuses']
  if (statuses === undefined) return []
  if (!Array.isArray(statuses)) throw malformed(PATH, accessorProblem(PATH, statuses, '[]interface{}'))
  return statuses.flatMap((status: unknown, index) => loopingName(status, `${PATH}[${index}]`))
}

function loopingName(status: unknown, path: string): readonly string[] {
  const container = demandFields(status, path)
  if (container['name'] === undefined) return []
  const name = demandText(container['name'], `${path}.name`)
  if (container['state'] === undefined) return []
  const state = demandFields(container['state'], `${path}.state`)
  if (state['waiting'] === undefined) return []
  const waiting = demandFields(state['waiting'], `${path}.state.waiting`)
  if (waiting['reason'] === undefined) return []
  const reason = demandText(waiting['reason'], `${path}.state.waiting.reason`)
  return reason === 'CrashLoopBackOff' ? [name] : []
}

// kstatus itself panics on these two; Flux would lose a controller to it, and we an explanation.
function demandFields(value: unknown, path: string): Fields {
  if (isFields(value)) return value
  throw malformed(path, accessorProblem(path, value, 'map[string]interface{}'))
}

function demandText(value: unknown, path: string): string {
  if (typeof value === 'string') return value
  throw malformed(path, accessorProblem(path, value, 'string'))
}

function malformed(path: string, cause: string): HealthError {
  return new HealthError('MALFORMED_OBJECT', path, cause)
}
