import type { Meter } from '../plan/meter.ts'
import { CelDuration, CelTimestamp } from './cel-time.ts'
import { CelList } from './cel-list.ts'
import { CelMap } from './cel-map.ts'
import { CelOpaque } from './cel-opaque.ts'
import { CelType } from './cel-type.ts'
import { CelOptional, type CelValue } from './cel-value.ts'
import { compareBytes, numberOf, orderNumbers } from './compare.ts'
import { enterDepth } from './depth.ts'

/** Whether two values are equal. Numbers of different types can be; other values of different types never are. */
export function equal(left: CelValue, right: CelValue, meter: Meter): boolean {
  return equalScalars(left, right, meter) ?? equalObjects(left, right, { meter, depth: enterDepth(0) })
}

function equalInside(left: CelValue, right: CelValue, { meter, depth }: Comparison): boolean {
  meter.charge(1)
  return equalScalars(left, right, meter) ?? equalObjects(left, right, { meter, depth: enterDepth(depth) })
}

// Undefined when the left value is no scalar.
function equalScalars(left: CelValue, right: CelValue, meter: Meter): boolean | undefined {
  if (typeof left === 'string') {
    meter.chargeText(left.length)
    return left === right
  }
  const leftNumber = numberOf(left)
  if (leftNumber !== undefined) return equalNumbers(leftNumber, numberOf(right))
  return left === null || typeof left === 'boolean' ? left === right : undefined
}

function equalNumbers(left: bigint | number, right: bigint | number | undefined): boolean {
  if (right === undefined || Number.isNaN(left) || Number.isNaN(right)) return false
  return orderNumbers(left, right) === 0
}

interface Comparison {
  readonly meter: Meter
  readonly depth: number
}

function equalObjects(left: CelValue, right: CelValue, comparison: Comparison): boolean {
  if (left instanceof CelList) return right instanceof CelList && equalLists(left, right, comparison)
  if (left instanceof CelMap) return right instanceof CelMap && equalMaps(left, right, comparison)
  if (left instanceof CelOptional)
    return right instanceof CelOptional && equalOptionals(left, right, comparison)
  if (left instanceof CelDuration)
    return right instanceof CelDuration && left.nanoseconds === right.nanoseconds
  if (left instanceof CelTimestamp)
    return right instanceof CelTimestamp && left.nanoseconds === right.nanoseconds
  if (left instanceof CelType) return right instanceof CelType && left.typeName === right.typeName
  if (left instanceof CelOpaque) return left.equals(right)
  if (!(left instanceof Uint8Array && right instanceof Uint8Array)) return false
  comparison.meter.chargeText(left.length)
  return compareBytes(left, right) === 0
}

function equalLists(left: CelList, right: CelList, comparison: Comparison): boolean {
  const { size } = left
  if (size !== right.size) return false
  for (let index = 0; index < size; index++) {
    if (!equalInside(left.at(index), right.at(index), comparison)) return false
  }
  return true
}

function equalMaps(left: CelMap, right: CelMap, comparison: Comparison): boolean {
  const keys = left.keys()
  comparison.meter.charge(keys.length)
  if (keys.length !== right.size) return false
  return keys.every(key => {
    const mine = left.find(key)
    const theirs = right.find(key)
    return mine !== undefined && theirs !== undefined && equalInside(mine, theirs, comparison)
  })
}

function equalOptionals(left: CelOptional, right: CelOptional, comparison: Comparison): boolean {
  if (left.value === undefined || right.value === undefined) return left.value === right.value
  return equalInside(left.value, right.value, comparison)
}
