import { goKind } from './go-value.ts'
import { HealthError } from './health-error.ts'
import { type Fields, isFields } from '../object/fields.ts'

/** A condition of an object, as far as health is concerned. */
export interface Condition {
  readonly type: string
  readonly status: string
  readonly reason: string
  readonly message: string
}

/** Reads the conditions of an object, or throws a HealthError for what is no condition. None is an empty list. */
export function readConditions(object: Fields): readonly Condition[] {
  const status = object['status'] ?? {}
  if (!isFields(status)) throw malformed('status', `cannot restore struct from: ${goKind(status)}`)
  const conditions = status['conditions'] ?? []
  if (!Array.isArray(conditions)) {
    throw malformed('status.conditions', `cannot restore slice from ${goKind(conditions)}`)
  }
  return conditions.map((condition: unknown, index) => readCondition(condition ?? {}, index))
}

/** Finds the first condition of this type and status. */
export function findCondition(
  conditions: readonly Condition[],
  type: string,
  status: string,
): Condition | undefined {
  return conditions.find(condition => condition.type === type && condition.status === status)
}

function readCondition(condition: unknown, index: number): Condition {
  if (!isFields(condition)) {
    throw malformed(`status.conditions[${index}]`, `cannot restore struct from: ${goKind(condition)}`)
  }
  return {
    type: readText(condition, 'type', index),
    status: readText(condition, 'status', index),
    reason: readText(condition, 'reason', index),
    message: readText(condition, 'message', index),
  }
}

function readText(condition: Fields, name: string, index: number): string {
  const value = condition[name] ?? ''
  if (typeof value === 'string') return value
  const wanted = name === 'status' ? 'v1.ConditionStatus' : 'string'
  const isInteger = goKind(value) === 'int64'
  const cause = isInteger ? `cannot convert int64 to ${wanted}` : 'unrecognized type: string'
  throw malformed(`status.conditions[${index}].${name}`, cause)
}

function malformed(path: string, cause: string): HealthError {
  return new HealthError('MALFORMED_OBJECT', path, `${path}: ${cause}`)
}
