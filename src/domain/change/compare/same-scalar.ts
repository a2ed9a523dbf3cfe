import { DurationError } from '../../quantity/duration-error.ts'
import { parseDuration } from '../../quantity/parse-duration.ts'
import { parseQuantity } from '../../quantity/parse-quantity.ts'
import { compareQuantities } from '../../quantity/quantity.ts'
import { QuantityError } from '../../quantity/quantity-error.ts'

const quantities = new Set([
  'limits',
  'requests',
  'hard',
  'capacity',
  'overhead',
  'default',
  'defaultRequest',
  'min',
  'max',
])
const quantityFields = new Set(['sizeLimit', 'storage'])
const durations = new Set(['interval', 'timeout', 'retryInterval', 'stableFor'])

/** Whether two values of a field mean the same to a server. */
export function isSameScalar(a: unknown, b: unknown, path: readonly (string | number)[]): boolean {
  if (a === b) return true
  if (!isScalar(a) || !isScalar(b)) return false
  if (typeof a === 'bigint' || typeof b === 'bigint') return String(a) === String(b)
  const [parent, field] = [String(path.at(-2)), String(path.at(-1))]
  if (quantities.has(parent) || quantityFields.has(field)) return isSameQuantity(String(a), String(b))
  return durations.has(field) && isSameDuration(String(a), String(b))
}

function isScalar(value: unknown): value is string | number | boolean | bigint {
  return ['string', 'number', 'boolean', 'bigint'].includes(typeof value)
}

function isSameQuantity(a: string, b: string): boolean {
  try {
    return compareQuantities(parseQuantity(a), parseQuantity(b)) === 0
  } catch (error) {
    if (error instanceof QuantityError) return false
    throw error
  }
}

function isSameDuration(a: string, b: string): boolean {
  try {
    return parseDuration(a) === parseDuration(b)
  } catch (error) {
    if (error instanceof DurationError) return false
    throw error
  }
}
