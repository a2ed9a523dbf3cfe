import { CostExceeded } from '../plan/meter.ts'

/** How deep lists and maps may lie in each other where a whole value is walked. */
const MAX_VALUE_DEPTH = 1_000

/** Goes one level deeper into a value. The stack must not decide how deep a value may be. */
export function enterDepth(depth: number): number {
  if (depth >= MAX_VALUE_DEPTH)
    throw new CostExceeded(`a value is nested deeper than ${MAX_VALUE_DEPTH} levels`)
  return depth + 1
}
