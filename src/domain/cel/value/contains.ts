import type { Meter } from '../plan/meter.ts'
import type { CelList } from './cel-list.ts'
import type { CelValue } from './cel-value.ts'
import { equal } from './equal.ts'

/** Whether an element of a list is equal to a value. */
export function contains(list: CelList, value: CelValue, meter: Meter): boolean {
  const { size } = list
  for (let index = 0; index < size; index++) {
    meter.charge(1)
    if (equal(value, list.at(index), meter)) return true
  }
  return false
}
