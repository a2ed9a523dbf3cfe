import { changeText } from '../../domain/fleet/step-changes.ts'
import { readInstant, type StepStatus } from '../../domain/plan/step-status.ts'
import { plainText } from '../terminal/text-width.ts'

/** Where a line of news stands: under which clusters and steps. */
export interface ChangeColumns {
  /** The widest name of a cluster; undefined if there is only one, which need not be said. */
  readonly cluster: number | undefined
  readonly step: number
}

/** The width of most words of state: the only longer one may push its line. */
const STATE = 7

/** A line of news: when, which step, its state, and what there is to say. */
export function changeLine(
  { asOf, id, step }: { readonly asOf: string; readonly id: string; readonly step: StepStatus },
  columns: ChangeColumns,
): string {
  const cluster = columns.cluster === undefined ? [] : [id.padEnd(columns.cluster)]
  const cells = [
    clockWords(asOf),
    ...cluster,
    step.name.padEnd(columns.step),
    step.state.padEnd(STATE),
    changeText(step),
  ]
  return plainText(cells.join('  ').trimEnd())
}

/** The time of day, in UTC, as the times in a status are. */
export function clockWords(instant: string): string {
  const milliseconds = readInstant(instant)
  return milliseconds === undefined ? '--:--:--' : new Date(milliseconds).toISOString().slice(11, 19)
}
