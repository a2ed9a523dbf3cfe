import { durationWords, stopwatchWords } from '../../domain/words/duration-words.ts'
import { toneOf } from '../../domain/words/state-words.ts'
import { type Line, span } from '../terminal/line.ts'
import type { ClusterView, StepView } from '../fleet-view/fleet-snapshot.ts'

/** One line for each step whose state became another. Steps that wait have nothing to tell. */
export function tellChanges(before: ClusterView | undefined, after: ClusterView): readonly Line[] {
  const changed = after.steps.filter(
    ({ name, state }) =>
      state !== 'Waiting' && before?.steps.find(step => step.name === name)?.state !== state,
  )
  const lines = changed.map(step => stepLine(after, step))
  if (after.state !== 'Ready' || before?.state === 'Ready') return lines
  return [...lines, [span(`${after.id}  `), span('Ready', 'ready')]]
}

/** A line of the log: when, then what. */
export function logLine(elapsedMs: number, what: Line): Line {
  return [span(`${stopwatchWords(elapsedMs)}  `, 'faint'), ...what]
}

function stepLine({ id, cause }: ClusterView, step: StepView): Line {
  const { name, state, message = '', openedAt, readyAt } = step
  const took = openedAt === undefined || readyAt === undefined ? '' : durationWords(readyAt - openedAt)
  const isLoud = cause?.step === name && cause.actor !== 'nobody'
  return [
    span(`${id}  ${name}  `),
    span(state, toneOf(state, isLoud)),
    span(`  ${state === 'Ready' ? took : message}`),
  ]
}
