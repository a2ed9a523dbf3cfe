import { dyn, int, listParameter, overloaded, single, type FunctionBinding } from '../plan/binding.ts'
import type { Meter } from '../plan/meter.ts'
import { sortValues } from '../value/sort-values.ts'
import { CelList, ValueList, elementsOf } from '../value/cel-list.ts'
import { contains } from '../value/contains.ts'
import { typeNameOf } from '../value/cel-type.ts'
import { Fault, NO_SUCH_OVERLOAD, type CelValue, type CelOutcome } from '../value/cel-value.ts'

/** The list functions of cel-go's extension. `sortBy` is a macro. */
export const listExtension: readonly (readonly [string, FunctionBinding])[] = [
  overloaded('slice', [{ args: [listParameter, int, int], apply: slice }]),
  overloaded('flatten', [
    { args: [dyn], apply: flatten },
    { args: [dyn, dyn], apply: flatten },
  ]),
  ['sort', { unary: sort, accepts: value => value instanceof CelList }],
  single('lists.range', { args: [int], apply: range }),
  single('reverse', { args: [listParameter], apply: reverse }),
  single('distinct', { args: [listParameter], apply: distinct }),
]

function elementsIn(value: CelValue | undefined, meter: Meter): CelValue[] {
  if (!(value instanceof CelList)) return []
  meter.charge(value.size)
  return Array.from(elementsOf(value))
}

function slice([value, start = 0n, end = 0n]: readonly CelValue[], meter: Meter): CelOutcome {
  if (!(value instanceof CelList) || typeof start !== 'bigint' || typeof end !== 'bigint') {
    return new Fault(NO_SUCH_OVERLOAD)
  }
  const words = `cannot slice(${start}, ${end})`
  if (start < 0n || end < 0n) return new Fault(`${words}, negative indexes not supported`)
  if (start > end) return new Fault(`${words}, start index must be less than or equal to end index`)
  if (end > BigInt(value.size)) return new Fault(`${words}, list is length ${value.size}`)
  return new ValueList(elementsIn(value, meter).slice(Number(start), Number(end)))
}

function flatten([value = null, depth = 1n]: readonly CelValue[], meter: Meter): CelOutcome {
  if (!(value instanceof CelList) || typeof depth !== 'bigint') {
    return new Fault(`${NO_SUCH_OVERLOAD}: ${typeNameOf(value)}.flatten()`)
  }
  if (depth < 0n) return new Fault('level must be non-negative')
  let level: readonly CelValue[] = elementsIn(value, meter)
  for (let left = depth; left > 0n && level.some(isList); left--) {
    level = level.flatMap(element => (element instanceof CelList ? elementsIn(element, meter) : [element]))
  }
  return new ValueList(level)
}

function isList(value: CelValue): boolean {
  return value instanceof CelList
}

function sort([value]: readonly CelValue[], meter: Meter): CelOutcome {
  const elements = elementsIn(value, meter)
  return sortValues(
    elements.map(element => ({ value: element, key: element })),
    meter,
  )
}

function range([size]: readonly CelValue[], meter: Meter): CelOutcome {
  if (typeof size !== 'bigint') return new Fault(NO_SUCH_OVERLOAD)
  if (size < 0n) return new Fault(`lists.range: size must be non-negative, got ${size}`)
  // Before the list is made: its size is anybody's guess.
  meter.charge(Number(size))
  return new ValueList(Array.from({ length: Number(size) }, (_, index) => BigInt(index)))
}

function reverse([value]: readonly CelValue[], meter: Meter): CelOutcome {
  return new ValueList(elementsIn(value, meter).toReversed())
}

function distinct([value]: readonly CelValue[], meter: Meter): CelOutcome {
  const unique: CelValue[] = []
  const seen = new ValueList(unique)
  for (const element of elementsIn(value, meter)) if (!contains(seen, element, meter)) unique.push(element)
  return new ValueList(unique)
}
