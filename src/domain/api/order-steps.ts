import { type OrderedStep, needsOfStep } from './needs-of-step.ts'

export type StepOrder<S> =
  | { readonly ok: true; readonly steps: readonly S[] }
  /** Each step needs the next; the first one stands at the end again. */
  | { readonly ok: false; readonly cycle: readonly string[] }

/**
 * Puts steps behind everything that they need; of those that could come next, the one that is written first does.
 *
 * A need that names no step is not waited for: a rule of its own reports it.
 */
export function orderSteps<S extends OrderedStep>(steps: readonly S[]): StepOrder<S> {
  const needs = needsByIndex(steps)
  const left = new Set(steps.keys())
  const ordered: S[] = []
  while (left.size > 0) {
    const next = [...left].find(index => !needs[index]?.some(need => left.has(need)))
    if (next === undefined)
      return { ok: false, cycle: findCycle(needs, left).map(index => steps[index]?.name ?? '') }
    left.delete(next)
    const step = steps[next]
    if (step) ordered.push(step)
  }
  return { ok: true, steps: ordered }
}

function needsByIndex(steps: readonly OrderedStep[]): readonly (readonly number[])[] {
  // Of two steps with one name the first counts; that there are two is another problem.
  const indexes = new Map(steps.map(({ name }, index) => [name, index] as const).toReversed())
  return steps.map((_, index) =>
    needsOfStep(steps, index)
      .map(name => indexes.get(name))
      .filter(need => need !== undefined),
  )
}

// Every step that is left needs another one that is left, so whoever follows the needs must come by a step again.
function findCycle(needs: readonly (readonly number[])[], left: ReadonlySet<number>): readonly number[] {
  const trail: number[] = []
  let [at] = left
  while (at !== undefined && !trail.includes(at)) {
    trail.push(at)
    at = needs[at]?.find(need => left.has(need))
  }
  const cycle = trail.slice(at === undefined ? 0 : trail.indexOf(at))
  const start = cycle.indexOf(Math.min(...cycle))
  return [...cycle.slice(start), ...cycle.slice(0, start + 1)]
}
