import type { Apply, FunctionBinding } from '../plan/binding.ts'
import type { Meter } from '../plan/meter.ts'
import { CelList } from '../value/cel-list.ts'
import { CelMap, ValueMap } from '../value/cel-map.ts'
import { CelOpaque } from '../value/cel-opaque.ts'
import { Fault, NO_SUCH_OVERLOAD, type CelValue, type CelOutcome } from '../value/cel-value.ts'
import { compare, isComparable } from '../value/compare.ts'
import { contains } from '../value/contains.ts'
import { equal } from '../value/equal.ts'

/** `==`, `!=`, the four orders, `in` and `!`. */
export const comparison: readonly (readonly [string, FunctionBinding])[] = [
  ['_==_', { binary: isEqual }],
  ['_!=_', { binary: ([left = null, right = null], meter) => !equal(left, right, meter) }],
  ['_<_', { binary: ordered(order => order < 0), accepts: isComparable }],
  ['_<=_', { binary: ordered(order => order <= 0), accepts: isComparable }],
  ['_>_', { binary: ordered(order => order > 0), accepts: isComparable }],
  ['_>=_', { binary: ordered(order => order >= 0), accepts: isComparable }],
  ['@in', { binary: isIn }],
  ['_in_', { binary: isIn }],
  ['!_', { unary: ([value]) => (typeof value === 'boolean' ? !value : new Fault(NO_SUCH_OVERLOAD)) }],
]

// Some library types refuse to be compared with others; for `!=` that is a difference like any other.
function isEqual([left = null, right = null]: readonly CelValue[], meter: Meter): CelOutcome {
  const refuses = left instanceof CelOpaque && right !== null && !left.comparesWith(right)
  return refuses ? new Fault(NO_SUCH_OVERLOAD) : equal(left, right, meter)
}

function ordered(holds: (order: number) => boolean): Apply {
  return ([left = null, right = null], meter) => {
    const order = compare(left, right, meter)
    return order instanceof Fault ? order : holds(order)
  }
}

function isIn([element = null, container = null]: readonly CelValue[], meter: Meter): CelOutcome {
  if (container instanceof CelList) return contains(container, element, meter)
  // Go cannot hash bytes: cel-go panics here and reports an internal error.
  const isUnhashable = element instanceof Uint8Array && container instanceof ValueMap && container.size > 0
  if (isUnhashable) return new Fault('unsupported key type: bytes')
  if (container instanceof CelMap) return container.find(element) !== undefined
  return new Fault(NO_SUCH_OVERLOAD)
}
