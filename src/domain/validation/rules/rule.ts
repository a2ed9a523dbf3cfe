import type { ObjectPath } from '../../envsubst/object-path.ts'
import type { ApiProblem, RuleProblemCode } from '../api-problem.ts'
import type { Fitout, FitoutStep } from '../../api/schema/fitout-schema.ts'

/** Looks at a Fitout of the right shape and lists what is wrong with it in one respect. */
export type Rule = (fitout: Fitout) => readonly ApiProblem[]

/** A step with the way to it. */
export interface PlacedStep {
  readonly step: FitoutStep
  readonly index: number
  readonly path: ObjectPath
}

/** The steps of a Fitout, in the order in which they are written. */
export function placedSteps({ spec }: Fitout): readonly PlacedStep[] {
  return spec.steps.map((step, index) => ({ step, index, path: ['spec', 'steps', index] }))
}

/** Makes a problem, or none if there is nothing to say. */
export function problemAt(
  code: RuleProblemCode,
  path: ObjectPath,
  message: string | undefined,
): readonly ApiProblem[] {
  return message === undefined ? [] : [{ code, path, message }]
}

/** Finds the entries whose key an earlier entry has, too. */
export function repeated<T>(
  items: readonly T[],
  keyOf: (item: T) => string | undefined,
): readonly { item: T; first: T }[] {
  const firsts = new Map<string, T>()
  return items.flatMap(item => {
    const key = keyOf(item)
    if (key === undefined) return []
    const first = firsts.get(key)
    if (first !== undefined) return [{ item, first }]
    firsts.set(key, item)
    return []
  })
}
