import type { Meter } from '../plan/meter.ts'
import { compareStrings } from '../text/code-points.ts'
import { CelDuration, CelTimestamp } from './cel-time.ts'
import { CelUint, Fault, NO_SUCH_OVERLOAD, type CelValue } from './cel-value.ts'

const NOT_ORDERED = 'NaN values cannot be ordered'

/** Orders two values: below zero, zero, above zero, or the reason why they have no order. */
export function compare(left: CelValue, right: CelValue, meter: Meter): number | Fault {
  const leftNumber = numberOf(left)
  if (leftNumber !== undefined) return compareNumbers(leftNumber, numberOf(right))
  if (typeof left === 'string' && typeof right === 'string') {
    meter.chargeText(Math.min(left.length, right.length))
    return compareStrings(left, right)
  }
  if (typeof left === 'boolean' && typeof right === 'boolean') return Number(left) - Number(right)
  if (left instanceof Uint8Array && right instanceof Uint8Array) {
    meter.chargeText(Math.min(left.length, right.length))
    return compareBytes(left, right)
  }
  return compareTimes(left, right)
}

function compareTimes(left: CelValue, right: CelValue): number | Fault {
  const isPair =
    (left instanceof CelDuration && right instanceof CelDuration) ||
    (left instanceof CelTimestamp && right instanceof CelTimestamp)
  return isPair ? order(left.nanoseconds, right.nanoseconds) : new Fault(NO_SUCH_OVERLOAD)
}

/** The number in an int, a uint or a double. */
export function numberOf(value: CelValue): bigint | number | undefined {
  if (typeof value === 'bigint' || typeof value === 'number') return value
  return value instanceof CelUint ? value.value : undefined
}

function compareNumbers(left: bigint | number, right: bigint | number | undefined): number | Fault {
  // A left NaN is found first, whatever stands on the right.
  if (Number.isNaN(left)) return new Fault(NOT_ORDERED)
  if (right === undefined) return new Fault(NO_SUCH_OVERLOAD)
  if (Number.isNaN(right)) return new Fault(NOT_ORDERED)
  return orderNumbers(left, right)
}

/** Orders two numbers that are not NaN. An integer meets a double as a double, so beyond 2^53 neighbours are equal. */
export function orderNumbers(left: bigint | number, right: bigint | number): number {
  if (typeof left === 'bigint' && typeof right === 'bigint') return order(left, right)
  return order(Number(left), Number(right))
}

function order<T extends bigint | number>(left: T, right: T): number {
  if (left < right) return -1
  return left > right ? 1 : 0
}

/** Orders bytes as a dictionary does. */
export function compareBytes(left: Uint8Array, right: Uint8Array): number {
  const length = Math.min(left.length, right.length)
  for (let index = 0; index < length; index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

/** Whether a value has an order among others of its type. */
export function isComparable(value: CelValue): boolean {
  if (value === null) return false
  if (typeof value !== 'object') return true
  const comparable = [CelUint, CelDuration, CelTimestamp, Uint8Array]
  return comparable.some(kind => value instanceof kind)
}
