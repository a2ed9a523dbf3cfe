import { qualifiedName } from '../../domain/object/qualified-name.ts'
import type { Fitout } from '../../domain/api/schema/fitout-schema.ts'
import { needsOfStep } from '../../domain/api/needs-of-step.ts'
import type { FleetRun } from './run-fleet.ts'
import type { SimulatedCluster } from './simulation.ts'

/** How one step went, over all clusters of a Fitout. */
export interface StepSummary {
  readonly name: string
  readonly dependsOn: readonly string[]
  /** From the first answer of the API server until its gate opened; of a step without one, until it was looked at. */
  readonly opened: Spread | undefined
  /** From then until it was ready. */
  readonly took: Spread | undefined
  /** How many clusters it is ready on. */
  readonly ready: number
}

/** The middle and the longest of some times. */
export interface Spread {
  readonly medianMs: number
  readonly worstMs: number
}

/** Sums up the steps of a Fitout in the order in which they began; those that never did come last. */
export function stepsOf(
  { spec }: Fitout,
  clusters: readonly SimulatedCluster[],
  { record }: Pick<FleetRun, 'record'>,
): readonly StepSummary[] {
  const summaries = spec.steps.map(({ name }, index) => {
    const times = clusters.map(cluster => record.timesOf(qualifiedName(cluster), name))
    return {
      name,
      dependsOn: needsOfStep(spec.steps, index),
      opened: spreadOf(times.flatMap(({ startedMs }) => startedMs ?? [])),
      took: spreadOf(
        times.flatMap(({ startedMs, readyMs }) =>
          startedMs === undefined || readyMs === undefined ? [] : readyMs - startedMs,
        ),
      ),
      ready: times.filter(({ readyMs }) => readyMs !== undefined).length,
    }
  })
  return summaries.toSorted(
    (a, b) => (a.opened?.medianMs ?? Infinity) - (b.opened?.medianMs ?? Infinity) || 0,
  )
}

function spreadOf(times: readonly number[]): Spread | undefined {
  const sorted = times.toSorted((a, b) => a - b)
  const [worstMs, medianMs] = [sorted.at(-1), sorted[Math.floor((sorted.length - 1) / 2)]]
  return worstMs === undefined || medianMs === undefined ? undefined : { medianMs, worstMs }
}
