import { type Fields, isFields } from '../object/fields.ts'
import { goKind, goType, goValue } from './go-value.ts'
import { HealthError } from './health-error.ts'

/** A whole number. Those that JavaScript cannot hold exactly are bigints. */
export type Count = number | bigint

/** A whole number under `name`, or `fallback` if there is none: not a text, and not a fraction. */
export function countIn(fields: Fields, name: string, fallback: Count): Count {
  const value = fields[name]
  if (goKind(value) !== 'int64') return fallback
  return toCount(value) ?? fallback
}

/** The difference of two numbers, in the 64 bits that Go has for it. */
export function minus(a: Count, b: Count): Count {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return BigInt.asIntN(64, BigInt(a) - BigInt(b))
}

/** The text at a path of two names; undefined if it is absent. Anything else there, null too, is a HealthError. */
export function demandText(object: Fields, part: string, name: string): string | undefined {
  const value = demand(object, part, name)
  if (value === undefined || typeof value === 'string') return value
  throw wrongType(`${part}.${name}`, value, 'string')
}

/** The whole number at a path of two names; undefined if it is absent. Anything else there, null too, is a HealthError. */
export function demandCount(object: Fields, part: string, name: string): Count | undefined {
  const value = demand(object, part, name)
  if (value === undefined) return undefined
  const count = goKind(value) === 'int64' ? toCount(value) : undefined
  if (count === undefined) throw wrongType(`${part}.${name}`, value, 'int64')
  return count
}

function demand(object: Fields, part: string, name: string): unknown {
  const fields = object[part]
  if (fields === undefined || fields === null) return undefined
  if (isFields(fields)) return fields[name]
  throw wrongType(`${part}.${name}`, fields, 'map[string]interface{}')
}

function wrongType(path: string, value: unknown, wanted: string): HealthError {
  const cause = `looking up ${path} from resource: ${accessorProblem(path, value, wanted)}`
  return new HealthError('MALFORMED_OBJECT', path, cause)
}

/** Says in the words of Kubernetes that `value` is not what it should be. */
export function accessorProblem(path: string, value: unknown, wanted: string): string {
  return `.${path} accessor error: ${goValue(value)} is of the type ${goType(value)}, expected ${wanted}`
}

// One representation for one number, so that equal numbers are equal.
function toCount(value: unknown): Count | undefined {
  if (typeof value === 'number') return value
  if (typeof value !== 'bigint') return undefined
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}
