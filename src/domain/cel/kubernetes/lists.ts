import {
  bool,
  bytes,
  double,
  dyn,
  duration,
  int,
  listParameter,
  overloaded,
  string,
  timestamp,
  uint,
  type Apply,
  type ArgumentType,
  type FunctionBinding,
  type Overload,
} from '../plan/binding.ts'
import type { Meter } from '../plan/meter.ts'
import { addValues } from '../functions/arithmetic.ts'
import { CelDuration } from '../value/cel-time.ts'
import { CelList, elementsOf } from '../value/cel-list.ts'
import { compare, isComparable } from '../value/compare.ts'
import { CelUint, Fault, NO_SUCH_OVERLOAD, type CelValue, type CelOutcome } from '../value/cel-value.ts'
import { equal } from '../value/equal.ts'

const comparable = [int, uint, double, bool, duration, timestamp, string, bytes]

/** The list functions of Kubernetes. Which overload is called shows in the first element alone. */
export const listFunctions: readonly (readonly [string, FunctionBinding])[] = [
  overloaded('isSorted', forLists(comparable, isSorted)),
  overloaded(
    'max',
    forLists(
      comparable,
      most('max', order => order < 0),
    ),
  ),
  overloaded(
    'min',
    forLists(
      comparable,
      most('min', order => order > 0),
    ),
  ),
  overloaded('sum', [
    ...forLists([int], sum(0n)),
    ...forLists([uint], sum(new CelUint(0n))),
    ...forLists([double], sum(0)),
    ...forLists([duration], sum(new CelDuration(0n))),
  ]),
]

/** `indexOf` and `lastIndexOf` of lists, which share their names with those of strings. */
export const listIndexOverloads: Readonly<Record<'indexOf' | 'lastIndexOf', Overload>> = {
  indexOf: { args: [listParameter, dyn], apply: indexOf },
  lastIndexOf: { args: [listParameter, dyn], apply: lastIndexOf },
}

function forLists(elements: readonly ArgumentType[], apply: Apply): readonly Overload[] {
  return elements.map(element => ({ args: [{ ...listParameter, element }], apply }))
}

// The overload has made sure of the type.
function elementsIn(value: CelValue | undefined, meter: Meter): CelValue[] {
  if (!(value instanceof CelList)) return []
  meter.charge(value.size)
  return Array.from(elementsOf(value))
}

// Elements that have no order count as sorted: only what is greater than its successor does not.
function isSorted([value]: readonly CelValue[], meter: Meter): CelOutcome {
  let previous: CelValue | undefined
  for (const element of elementsIn(value, meter)) {
    if (!isComparable(element)) return new Fault(NO_SUCH_OVERLOAD)
    const order = previous === undefined ? 0 : compare(previous, element, meter)
    if (!(order instanceof Fault) && order > 0) return false
    previous = element
  }
  return true
}

function most(name: string, isBetter: (order: number) => boolean): Apply {
  return ([value], meter) => {
    let best: CelValue | undefined
    for (const element of elementsIn(value, meter)) {
      if (!isComparable(element)) return new Fault(NO_SUCH_OVERLOAD)
      const order = best === undefined ? undefined : compare(best, element, meter)
      const isFirst = order === undefined
      if (isFirst || (!(order instanceof Fault) && isBetter(order))) best = element
    }
    return best === undefined ? new Fault(`${name} called on empty list`) : best
  }
}

function sum(zero: CelValue): Apply {
  return ([value], meter) => {
    let total = zero
    for (const element of elementsIn(value, meter)) {
      const next = addValues(total, element, meter)
      if (next instanceof Fault) return next
      total = next
    }
    return total
  }
}

function indexOf([value, item = null]: readonly CelValue[], meter: Meter): CelOutcome {
  return BigInt(elementsIn(value, meter).findIndex(element => equal(element, item, meter)))
}

function lastIndexOf([value, item = null]: readonly CelValue[], meter: Meter): CelOutcome {
  return BigInt(elementsIn(value, meter).findLastIndex(element => equal(element, item, meter)))
}
