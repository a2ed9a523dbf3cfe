import {
  type DraftValue,
  type DraftValues,
  getKey,
  type HelmValues,
  isMap,
  MAX_VALUES_COUNT,
  setKey,
  ValuesLimitError,
} from './copy-values.ts'

/** How much merging may still be done. */
export interface MergeBudget {
  left: number
}

/** Merges `over` into `under` as Helm and Flux do: maps key by key, anything else, lists and null too, is replaced. */
export function mergeValues(under: HelmValues, over: HelmValues): HelmValues {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- merging changes neither side
  return mergeDrafts(under as DraftValues, over as DraftValues, { left: MAX_VALUES_COUNT })
}

/**
 * Merges without copying what only one side has: the result shares those maps and lists with it.
 *
 * Flux depends on that sharing, knowingly or not: it decides whether a targetPath wins over inline values.
 */
export function mergeDrafts(under: DraftValues, over: DraftValues, budget: MergeBudget): DraftValues {
  const merged: DraftValues = {}
  for (const [key, value] of counted(under, budget)) setKey(merged, key, value)
  for (const [key, value] of counted(over, budget)) {
    const below = getKey(merged, key)
    setKey(merged, key, isMap(value) && isMap(below) ? mergeDrafts(below, value, budget) : value)
  }
  return merged
}

function counted(values: DraftValues, budget: MergeBudget): [string, DraftValue][] {
  const entries = Object.entries(values)
  budget.left -= entries.length
  if (budget.left < 0) throw new ValuesLimitError('VALUES_TOO_MANY')
  return entries
}
