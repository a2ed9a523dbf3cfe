import { nearest } from '../../nearest/nearest.ts'
import type { ApiProblem } from '../api-problem.ts'
import type { Fitout } from '../../api/schema/fitout-schema.ts'
import { orderSteps } from '../../api/steps/order-steps.ts'
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
    (need, name) => (need === name ? `step "${name}" needs itself` : undefined),
    'NEEDS_ITSELF',
  )
}

/** What is needed must be there to become ready. */
export function unknownNeed(fitout: Fitout): readonly ApiProblem[] {
  const steps = fitout.spec.steps.map(({ name }) => name)
  const known = new Set(steps)
  const problem = (need: string) =>
    known.has(need) ? undefined : `no step is called "${need}"${hint(need, steps)}`
  return eachNeed(fitout, problem, 'UNKNOWN_NEED')
}

/** Steps that wait for each other would wait for ever. */
export function cycle({ spec }: Fitout): readonly ApiProblem[] {
  const order = orderSteps(spec.steps)
  // A step that needs itself is told so already.
  if (order.ok || order.cycle.length <= 2) return []
  const [first] = order.cycle
  const index = spec.steps.findIndex(({ name }) => name === first)
  const implied = spec.steps
    .filter(({ name, needs }, at) => needs === undefined && at > 0 && order.cycle.includes(name))
    .map(({ name }) => `"${name}" has no needs of its own, so it needs the step before it`)
  const message = [`steps need each other: ${order.cycle.join(' → ')}`, ...implied].join('; ')
  return problemAt('CYCLE', ['spec', 'steps', index, ...(spec.steps[index]?.needs ? ['needs'] : [])], message)
}

function eachNeed(
  fitout: Fitout,
  problem: (need: string, step: string) => string | undefined,
  code: 'NEEDS_ITSELF' | 'UNKNOWN_NEED',
): readonly ApiProblem[] {
  return placedSteps(fitout).flatMap(({ step, path }) =>
    (step.needs ?? []).flatMap((need, index) =>
      problemAt(code, [...path, 'needs', index], problem(need, step.name)),
    ),
  )
}

function hint(need: string, steps: readonly string[]): string {
  const meant = nearest(need, steps)
  return meant === undefined ? '' : `; did you mean "${meant}"?`
}
