import type { Meter } from '../plan/meter.ts'
import { ValueList } from './cel-list.ts'
import { typeNameOf } from './cel-type.ts'
import { Fault, type CelValue, type CelOutcome } from './cel-value.ts'
import { compare, isComparable } from './compare.ts'

/** A value, and what it is sorted by. */
export interface Keyed {
  readonly value: CelValue
  readonly key: CelValue
}

/** Sorts values by their keys, which must be of one type and have an order. */
export function sortValues(entries: readonly Keyed[], meter: Meter): CelOutcome {
  const [first] = entries
  if (!first) return new ValueList([])
  if (!isComparable(first.key)) return new Fault('list elements must be comparable')
  const type = typeNameOf(first.key)
  if (entries.some(({ key }) => typeNameOf(key) !== type))
    return new Fault('list elements must have the same type')

  meter.charge(entries.length * Math.ceil(Math.log2(entries.length + 1)))
  const sorted = entries.toSorted((left, right) => {
    const order = compare(left.key, right.key, meter)
    // What has no order (NaN) stays where it is.
    return order instanceof Fault ? 0 : order
  })
  return new ValueList(sorted.map(({ value }) => value))
}
