import { dyn, listParameter, optional, overloaded, single, type FunctionBinding } from '../plan/binding.ts'
import type { Meter } from '../plan/meter.ts'
import { CelDuration, CelTimestamp } from '../value/cel-time.ts'
import { CelList, ValueList } from '../value/cel-list.ts'
import { CelMap } from '../value/cel-map.ts'
import { describeValue } from '../value/describe.ts'
import {
  CelOptional,
  CelUint,
  Fault,
  NO_SUCH_OVERLOAD,
  optionalNone,
  type CelValue,
  type CelOutcome,
} from '../value/cel-value.ts'
import { parseCelTimestamp } from '../text/timestamp-text.ts'

/** The functions of optional values; `or` and `orValue` are steps of their own, because they do not look further. */
export const optionals: readonly (readonly [string, FunctionBinding])[] = [
  single('optional.of', { args: [dyn], apply: ([value = null]) => new CelOptional(value) }),
  single('optional.ofNonZeroValue', {
    args: [dyn],
    apply: ([value = null], meter) => (isZero(value, meter) ? optionalNone : new CelOptional(value)),
  }),
  overloaded('optional.none', [{ args: [], apply: () => optionalNone }]),
  single('value', { args: [optional], apply: ([value]) => valueOf(value) }),
  single('hasValue', {
    args: [optional],
    apply: ([value]) => value instanceof CelOptional && value.value !== undefined,
  }),
  single('first', { args: [listParameter], apply: ([value]) => elementOf(value, () => 0) }),
  single('last', { args: [listParameter], apply: ([value]) => elementOf(value, size => size - 1) }),
  single('optional.unwrap', { args: [{ ...listParameter, element: optional }], apply: unwrap }),
  single('unwrapOpt', { args: [{ ...listParameter, element: optional }], apply: unwrap }),
]

function valueOf(value: CelValue | undefined): CelOutcome {
  if (!(value instanceof CelOptional)) return new Fault(NO_SUCH_OVERLOAD)
  return value.value === undefined ? new Fault('optional.none() dereference') : value.value
}

function elementOf(value: CelValue | undefined, indexIn: (size: number) => number): CelOutcome {
  if (!(value instanceof CelList)) return new Fault(NO_SUCH_OVERLOAD)
  return value.size === 0 ? optionalNone : new CelOptional(value.at(indexIn(value.size)))
}

function unwrap([value]: readonly CelValue[], meter: Meter): CelOutcome {
  if (!(value instanceof CelList)) return new Fault(NO_SUCH_OVERLOAD)
  meter.charge(value.size)
  const present: CelValue[] = []
  for (let index = 0; index < value.size; index++) {
    const element = value.at(index)
    if (!(element instanceof CelOptional)) return new Fault(`value ${describeValue(element)} is not optional`)
    if (element.value !== undefined) present.push(element.value)
  }
  return new ValueList(present)
}

const zeroTime = parseCelTimestamp('0001-01-01T00:00:00Z')

function isZero(value: CelValue, meter: Meter): boolean {
  if (value === null || value === false || value === '' || value === 0n || value === 0) return true
  if (value instanceof CelUint) return value.value === 0n
  if (value instanceof Uint8Array) return value.length === 0
  if (value instanceof CelMap) return isEmpty(value, meter)
  if (value instanceof CelList) return value.size === 0
  if (value instanceof CelDuration) return value.nanoseconds === 0n
  const isZeroTime = zeroTime instanceof CelTimestamp && value instanceof CelTimestamp
  return isZeroTime && value.nanoseconds === zeroTime.nanoseconds
}

// The keys of a JSON object must be counted.
function isEmpty({ size }: CelMap, meter: Meter): boolean {
  meter.charge(size / 10)
  return size === 0
}
