import { listParameter, single, type Apply, type FunctionBinding } from '../plan/binding.ts'
import type { Meter } from '../plan/meter.ts'
import { CelList, elementsOf } from '../value/cel-list.ts'
import { Fault, NO_SUCH_OVERLOAD } from '../value/cel-value.ts'
import { contains } from '../value/contains.ts'

/** Lists as sets. */
export const sets: readonly (readonly [string, FunctionBinding])[] = [
  single('sets.contains', { args: [listParameter, listParameter], apply: ofLists(containsAll) }),
  single('sets.equivalent', {
    args: [listParameter, listParameter],
    apply: ofLists(
      (left, right, meter) => containsAll(left, right, meter) && containsAll(right, left, meter),
    ),
  }),
  single('sets.intersects', { args: [listParameter, listParameter], apply: ofLists(containsAny) }),
]

function ofLists(test: (left: CelList, right: CelList, meter: Meter) => boolean): Apply {
  return ([left, right], meter) => {
    if (!(left instanceof CelList && right instanceof CelList)) return new Fault(NO_SUCH_OVERLOAD)
    return test(left, right, meter)
  }
}

function containsAll(whole: CelList, part: CelList, meter: Meter): boolean {
  for (const element of elementsOf(part)) if (!contains(whole, element, meter)) return false
  return true
}

function containsAny(left: CelList, right: CelList, meter: Meter): boolean {
  for (const element of elementsOf(left)) if (contains(right, element, meter)) return true
  return false
}
