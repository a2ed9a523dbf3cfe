import {
  copyValues,
  type DraftValue,
  type DraftValues,
  getKey,
  type HelmValue,
  type HelmValues,
  isMap,
  MAX_VALUES_COUNT,
} from '../copy-values.ts'
import { mergeDrafts } from '../merge-values.ts'
import type { Steps } from '../set-line/assign-line.ts'
import { SetLineError } from '../set-line/set-line-error.ts'
import { assignTargetPath, type TargetPath } from './set-at-target-path.ts'

/** A value that a targetPath sets, and where. */
export interface SetValue {
  readonly steps: Steps
  readonly value: HelmValue
  /** Whether an index of the path makes a list that was not there. */
  readonly makesList: boolean
  /** How many empty items a list gets because the index lies behind its end. */
  readonly nullsBefore: number
  /** Whether Flux overwrites it with the inline value at the end. */
  readonly losesToInline: boolean
}

/** What Flux does with a targetPath: sets values, sets none, or stops. Without a path it reads the value as YAML. */
export type TargetPathOutcome =
  | { readonly kind: 'set'; readonly set: readonly SetValue[]; readonly values: HelmValues }
  | { readonly kind: 'nothing'; readonly values: HelmValues }
  | { readonly kind: 'fails'; readonly error: SetLineError }
  | { readonly kind: 'no-path' }

/** Does what Flux does with one targetPath and inline values, and tells what came of it. */
export function runTargetPath(target: TargetPath, values: HelmValues = {}): TargetPathOutcome {
  if (target.path === '') return { kind: 'no-path' }
  const inline = copyValues(values)
  const result = mergeDrafts({}, inline, { left: MAX_VALUES_COUNT })
  const told: { readonly steps: Steps; readonly value: DraftValue }[] = []
  try {
    assignTargetPath(target, result, (steps, value) => told.push({ steps, value }))
  } catch (error) {
    if (error instanceof SetLineError) return { kind: 'fails', error }
    throw error
  }
  const merged = mergeDrafts(result, inline, { left: MAX_VALUES_COUNT })
  const set = told
    .filter(({ steps, value }) => Object.is(valueAt(result, steps), value))
    .map(({ steps, value }) => ({
      steps,
      value,
      ...listGrowth(steps, values),
      losesToInline: !Object.is(valueAt(merged, steps), value),
    }))
  return set.length > 0 ? { kind: 'set', set, values: merged } : { kind: 'nothing', values: merged }
}

function valueAt(values: DraftValues, steps: Steps): DraftValue | undefined {
  return steps.reduce<DraftValue | undefined>(valueBelow, values)
}

function valueBelow(value: DraftValue | undefined, step: string | number): DraftValue | undefined {
  if (typeof step === 'number') return Array.isArray(value) ? value[step] : undefined
  return isMap(value) ? getKey(value, step) : undefined
}

function listGrowth(steps: Steps, values: HelmValues): Pick<SetValue, 'makesList' | 'nullsBefore'> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only read
  let below: DraftValue | undefined = values as DraftValues
  let makesList = false
  let nullsBefore = 0
  for (const step of steps) {
    if (typeof step === 'number') {
      makesList ||= !Array.isArray(below)
      nullsBefore += Math.max(0, step - (Array.isArray(below) ? below.length : 0))
    }
    below = valueBelow(below, step)
  }
  return { makesList, nullsBefore }
}
