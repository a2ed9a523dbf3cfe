import { durationWords } from '../../domain/words/duration-words.ts'
import { stepGlyphs, toneOf } from '../../domain/words/state-words.ts'
import { cell, type Line, span } from '../terminal/line.ts'
import { signOf } from '../terminal/theme.ts'
import { selectedIn } from './act-on-key.ts'
import type { DemoView } from './demo-view.ts'
import type { ClusterView, StepView } from '../fleet-view/fleet-snapshot.ts'
import type { Page } from '../fleet-view/page.ts'
import { nextLine } from './next-line.ts'
import { standing, stepTime } from '../fleet-view/sentences.ts'

/** Why the cluster in front is where it is: the sentence, what to do, what was read, and every step. */
export function whyLines(view: DemoView, page: Page): readonly Line[] {
  const { snapshot } = view
  const cluster = snapshot.clusters.find(({ id }) => id === selectedIn(view))
  if (cluster === undefined) return []
  return [
    [span(standing(cluster, snapshot.now), 'strong')],
    [],
    ...causeLines(cluster),
    nextLine(view, cluster),
    [],
    ...evidenceLines(cluster),
    [span('  Steps')],
    ...cluster.steps.map(step => stepLine(step, page, snapshot.now)),
  ]
}

function causeLines({ cause }: ClusterView): readonly Line[] {
  if (cause === undefined) return []
  return [
    [span(`  ${cause.message}`), span(`   ${cause.reason}`, 'faint')],
    [span(`  Who acts: ${cause.actor ?? 'nobody'}`)],
  ]
}

function evidenceLines({ steps, at }: ClusterView): readonly Line[] {
  const evidence = (at === undefined ? undefined : steps[at]?.evidence) ?? []
  if (evidence.length === 0) return []
  const rows = evidence.map(({ object, health, message }, index): Line => {
    const name = object.namespace === undefined ? object.name : `${object.namespace}/${object.name}`
    return [
      span(`    ${index + 1}  ${object.kind} ${name}  `),
      span(health, health === 'Failed' ? 'failed' : 'strong'),
      span(`  ${message ?? ''}`),
    ]
  })
  return [[span('  Evidence, read from the workload cluster')], ...rows, []]
}

const NAME = 12
const STATE = 12

function stepLine(step: StepView, { theme, sign }: Page, now: number): Line {
  const { name, state, openedAt, readyAt } = step
  const took =
    readyAt !== undefined && openedAt !== undefined ? `after ${durationWords(readyAt - openedAt)}` : ''
  return [
    span(`    ${signOf(stepGlyphs[state], theme)} `, toneOf(state)),
    ...cell([span(name)], NAME, sign),
    ...cell([span(state, toneOf(state))], STATE, sign),
    span(state === 'Ready' ? took : stepTime(step, now), 'faint'),
  ]
}
