import type { Apply, FunctionBinding } from '../plan/binding.ts'
import type { Meter } from '../plan/meter.ts'
import { CelDuration, CelTimestamp, SECOND, isTimestamp, unixSeconds } from '../value/cel-time.ts'
import { CelList, GrowingList, ValueList } from '../value/cel-list.ts'
import { CelUint, Fault, NO_SUCH_OVERLOAD, type CelValue, type CelOutcome } from '../value/cel-value.ts'
import { checkedInt, checkedUint } from '../value/integer.ts'

/** `+`, `-`, `*`, `/`, `%` and the unary minus. */
export const arithmetic: readonly (readonly [string, FunctionBinding])[] = [
  ['_+_', { binary: pair(addValues), accepts: isAddable }],
  ['_-_', { binary: pair(subtract), accepts: value => isNumber(value) || isTime(value) }],
  ['_*_', { binary: pair(multiply), accepts: isNumber }],
  ['_/_', { binary: pair(divide), accepts: isNumber }],
  ['_%_', { binary: pair(modulo), accepts: value => typeof value === 'bigint' || value instanceof CelUint }],
  ['-_', { unary: ([value = null]) => negate(value), accepts: isNegatable }],
]

function pair(apply: (left: CelValue, right: CelValue, meter: Meter) => CelOutcome): Apply {
  return ([left = null, right = null], meter) => apply(left, right, meter)
}

function isNumber(value: CelValue): boolean {
  return typeof value === 'bigint' || typeof value === 'number' || value instanceof CelUint
}

function isTime(value: CelValue): value is CelDuration | CelTimestamp {
  return value instanceof CelDuration || value instanceof CelTimestamp
}

function isAddable(value: CelValue): boolean {
  if (isNumber(value) || isTime(value) || typeof value === 'string') return true
  return value instanceof CelList || value instanceof Uint8Array
}

function isNegatable(value: CelValue): boolean {
  // A bool counts, too: it is refused with other words.
  const isSigned = typeof value === 'bigint' || typeof value === 'number' || typeof value === 'boolean'
  return isSigned || value instanceof CelDuration
}

/** Adds two values, or joins them. */
export function addValues(left: CelValue, right: CelValue, meter: Meter): CelOutcome {
  if (typeof left === 'bigint' && typeof right === 'bigint') return checkedInt(left + right)
  if (typeof left === 'number' && typeof right === 'number') return left + right
  if (left instanceof CelUint && right instanceof CelUint) return checkedUint(left.value + right.value)
  if (typeof left === 'string' && typeof right === 'string') {
    meter.chargeText(left.length + right.length)
    return left + right
  }
  if (left instanceof CelList && right instanceof CelList) return concatenate(left, right, meter)
  if (left instanceof Uint8Array && right instanceof Uint8Array) return joinBytes(left, right, meter)
  return isTime(left) && isTime(right) ? addTimes(left, right) : new Fault(NO_SUCH_OVERLOAD)
}

function addTimes(left: CelDuration | CelTimestamp, right: CelDuration | CelTimestamp): CelOutcome {
  if (left instanceof CelTimestamp) {
    return right instanceof CelDuration ? shift(left, right.nanoseconds) : new Fault(NO_SUCH_OVERLOAD)
  }
  return right instanceof CelTimestamp
    ? shift(right, left.nanoseconds)
    : checkedDuration(left.nanoseconds + right.nanoseconds)
}

function subtract(left: CelValue, right: CelValue): CelOutcome {
  if (typeof left === 'bigint' && typeof right === 'bigint') return checkedInt(left - right)
  if (typeof left === 'number' && typeof right === 'number') return left - right
  if (left instanceof CelUint && right instanceof CelUint) return checkedUint(left.value - right.value)
  if (left instanceof CelTimestamp && right instanceof CelDuration) return shiftBack(left, right)
  if (left instanceof CelTimestamp && right instanceof CelTimestamp) return between(left, right)
  const isPair = left instanceof CelDuration && right instanceof CelDuration
  return isPair ? checkedDuration(left.nanoseconds - right.nanoseconds) : new Fault(NO_SUCH_OVERLOAD)
}

function between(later: CelTimestamp, earlier: CelTimestamp): CelOutcome {
  // Whole seconds alone must fit, even where the rest would bring the sum back.
  const seconds = unixSeconds(later.nanoseconds) - unixSeconds(earlier.nanoseconds)
  const whole = checkedInt(seconds * SECOND)
  return whole instanceof Fault ? whole : checkedDuration(later.nanoseconds - earlier.nanoseconds)
}

function shiftBack(time: CelTimestamp, { nanoseconds }: CelDuration): CelOutcome {
  // The duration is negated first, and the smallest one cannot be.
  const back = checkedInt(-nanoseconds)
  return back instanceof Fault ? back : shift(time, back)
}

function shift({ nanoseconds, offsetSeconds }: CelTimestamp, by: bigint): CelOutcome {
  const moment = nanoseconds + by
  return isTimestamp(moment) ? new CelTimestamp(moment, offsetSeconds) : new Fault('timestamp overflow')
}

function checkedDuration(nanoseconds: bigint): CelOutcome {
  const checked = checkedInt(nanoseconds)
  return checked instanceof Fault ? checked : new CelDuration(checked)
}

function multiply(left: CelValue, right: CelValue): CelOutcome {
  if (typeof left === 'bigint' && typeof right === 'bigint') return checkedInt(left * right)
  if (typeof left === 'number' && typeof right === 'number') return left * right
  if (left instanceof CelUint && right instanceof CelUint) return checkedUint(left.value * right.value)
  return new Fault(NO_SUCH_OVERLOAD)
}

function divide(left: CelValue, right: CelValue): CelOutcome {
  if (typeof left === 'number' && typeof right === 'number') return left / right
  if (typeof left === 'bigint' && typeof right === 'bigint') {
    return right === 0n ? new Fault('division by zero') : checkedInt(left / right)
  }
  if (!(left instanceof CelUint && right instanceof CelUint)) return new Fault(NO_SUCH_OVERLOAD)
  return right.value === 0n ? new Fault('division by zero') : checkedUint(left.value / right.value)
}

function modulo(left: CelValue, right: CelValue): CelOutcome {
  if (typeof left === 'bigint' && typeof right === 'bigint') {
    if (right === 0n) return new Fault('modulus by zero')
    // The quotient is what overflows; cel-go refuses the remainder with it.
    return checkedInt(left / right) instanceof Fault ? new Fault('integer overflow') : left % right
  }
  if (!(left instanceof CelUint && right instanceof CelUint)) return new Fault(NO_SUCH_OVERLOAD)
  return right.value === 0n ? new Fault('modulus by zero') : checkedUint(left.value % right.value)
}

function negate(value: CelValue): CelOutcome {
  if (typeof value === 'bigint') return checkedInt(-value)
  if (typeof value === 'number') return -value
  return value instanceof CelDuration ? checkedDuration(-value.nanoseconds) : new Fault(NO_SUCH_OVERLOAD)
}

function concatenate(left: CelList, right: CelList, meter: Meter): CelList {
  if (left instanceof GrowingList) return grow(left, right, meter)
  if (left.size === 0) return right
  if (right.size === 0) return left
  meter.charge(left.size + right.size)
  return new ValueList([...valuesOf(left), ...valuesOf(right)])
}

function grow(left: GrowingList, right: CelList, meter: Meter): GrowingList {
  meter.charge(right.size)
  for (const value of valuesOf(right)) left.elements.push(value)
  return left
}

function valuesOf(list: CelList): readonly CelValue[] {
  return list instanceof ValueList
    ? list.elements
    : Array.from({ length: list.size }, (_, index) => list.at(index))
}

function joinBytes(left: Uint8Array, right: Uint8Array, meter: Meter): Uint8Array {
  meter.chargeText(left.length + right.length)
  const joined = new Uint8Array(left.length + right.length)
  joined.set(left)
  joined.set(right, left.length)
  return joined
}
