import { type FleetCluster, idOf } from '../../domain/fleet/fleet-snapshot.ts'
import { newsOf, stepChanges } from '../../domain/fleet/step-changes.ts'
import { stepTone } from '../../domain/fleet/step-tone.ts'
import type { StepStatus } from '../../domain/plan/step-status.ts'
import { stopwatchWords } from '../../domain/words/duration-words.ts'
import { type Line, span } from '../terminal/line.ts'

/** One line for each step that became another, and one for a cluster that is Ready now. */
export function tellChanges(before: FleetCluster | undefined, after: FleetCluster): readonly Line[] {
  const lines = stepChanges(before, after).map(step => stepLine(after, step))
  if (after.state !== 'Ready' || before?.state === 'Ready') return lines
  return [...lines, [span(`${idOf(after)}  `), span('Ready', 'ready')]]
}

/** A line of the log: when, then what. */
export function logLine(elapsedMs: number, what: Line): Line {
  return [span(`${stopwatchWords(elapsedMs)}  `, 'faint'), ...what]
}

function stepLine(cluster: FleetCluster, step: StepStatus): Line {
  return [
    span(`${idOf(cluster)}  ${step.name}  `),
    span(step.state, stepTone(step, cluster)),
    span(`  ${newsOf(step)}`),
  ]
}
