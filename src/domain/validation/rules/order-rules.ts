import { nearest } from '../../text/nearest.ts'
import type { ApiProblem } from '../api-problem.ts'
import type { Fitout } from '../../api/schema/fitout-schema.ts'
import { orderSteps } from '../../api/order-steps.ts'
import { placedSteps, problemAt, repeated } from './rule.ts'

/** A name must say which step. */
export function duplicateStep(fitout: Fitout): readonly ApiProblem[] {
  return repeated(placedSteps(fitout), ({ step }) => step.name).flatMap(({ item, first }) =>
    problemAt(
      'DUPLICATE_STEP',
      [...item.path, 'name'],
      `"${item.step.name}" is also the name of step ${first.index + 1}`,
    ),
  )
}

/** Nothing can come before itself. */
export function needsItself(fitout: Fitout): readonly ApiProblem[] {
  return eachNeed(
    fitout,
    (need, name) => (need === name ? `step "${name}" depends on itself` : undefined),
    'SELF_DEPENDENCY',
  )
}

/** What is needed must be there to become ready. */
export function unknownNeed(fitout: Fitout): readonly ApiProblem[] {
  const steps = fitout.spec.steps.map(({ name }) => name)
  const known = new Set(steps)
  const problem = (need: string) =>
    known.has(need) ? undefined : `no step is called "${need}"${hint(need, steps)}`
  return eachNeed(fitout, problem, 'UNKNOWN_DEPENDENCY')
}

/** Steps that wait for each other would wait for ever. */
export function cycle({ spec }: Fitout): readonly ApiProblem[] {
  const order = orderSteps(spec.steps)
  // A step that depends on itself has a problem of its own.
  if (order.ok || order.cycle.length <= 2) return []
  const [first] = order.cycle
  const index = spec.steps.findIndex(({ name }) => name === first)
  const implied = spec.steps
    .filter(({ name, dependsOn }, at) => dependsOn === undefined && at > 0 && order.cycle.includes(name))
    .map(({ name }) => `"${name}" has no dependsOn of its own, so it depends on the step before it`)
  const message = [`steps depend on each other: ${order.cycle.join(' → ')}`, ...implied].join('; ')
  return problemAt(
    'CYCLE',
    ['spec', 'steps', index, ...(spec.steps[index]?.dependsOn ? ['dependsOn'] : [])],
    message,
  )
}

function eachNeed(
  fitout: Fitout,
  problem: (need: string, step: string) => string | undefined,
  code: 'SELF_DEPENDENCY' | 'UNKNOWN_DEPENDENCY',
): readonly ApiProblem[] {
  return placedSteps(fitout).flatMap(({ step, path }) =>
    (step.dependsOn ?? []).flatMap((need, index) =>
      problemAt(code, [...path, 'dependsOn', index], problem(need, step.name)),
    ),
  )
}

function hint(need: string, steps: readonly string[]): string {
  const meant = nearest(need, steps)
  return meant === undefined ? '' : `; did you mean "${meant}"?`
}
