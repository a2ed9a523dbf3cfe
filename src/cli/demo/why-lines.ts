import { nameOf } from '../../domain/explain/claim.ts'
import type { FleetCluster, FleetSnapshot } from '../../domain/fleet/fleet-snapshot.ts'
import { standing } from '../../domain/fleet/standing.ts'
import { stepGlyph, stepTone } from '../../domain/fleet/step-tone.ts'
import { stepOf, stepTimeWords, tookMs } from '../../domain/fleet/time-in-state.ts'
import type { StepStatus } from '../../domain/plan/step-status.ts'
import { durationWords } from '../../domain/words/duration-words.ts'
import { cell, type Line, span } from '../terminal/line.ts'
import { signOf } from '../terminal/theme.ts'
import { selectedCluster } from './act-on-key.ts'
import type { DemoView } from './demo-view.ts'
import type { TextPage } from '../fleet-view/page.ts'
import { nextLines } from './next-lines.ts'

/** Why the cluster in front is where it is: the sentence, what to do, what was read, and every step. */
export function whyLines(view: DemoView, page: TextPage): readonly Line[] {
  const { snapshot } = view
  const cluster = selectedCluster(view)
  if (cluster === undefined) return []
  return [
    [span(standing(cluster, snapshot), 'strong')],
    [],
    ...causeLines(cluster),
    ...nextLines(view, cluster, page.columns),
    [],
    ...evidenceLines(cluster),
    [span('  Steps')],
    ...cluster.steps.map(step => stepLine(step, cluster, { page, time: timeOf(step, cluster, snapshot) })),
  ]
}

function causeLines({ cause }: FleetCluster): readonly Line[] {
  if (cause === undefined) return []
  return [
    [span(`  ${cause.message}`), span(`   ${cause.reason}`, 'faint')],
    [span(`  Owner: ${cause.actor ?? 'Nobody'}`)],
  ]
}

function evidenceLines(cluster: FleetCluster): readonly Line[] {
  const { evidence = [] } = stepOf(cluster) ?? {}
  if (evidence.length === 0) return []
  const rows = evidence.map(({ object, health, message }, index): Line => [
    span(`    ${index + 1}  ${nameOf(object)}  `),
    span(health, health === 'Failed' ? 'failed' : 'strong'),
    span(`  ${message ?? ''}`),
  ])
  return [[span('  Evidence, read from the workload cluster')], ...rows, []]
}

const NAME = 12
const STATE = 12

interface Drawn {
  readonly page: TextPage
  readonly time: string
}

function stepLine(step: StepStatus, cluster: FleetCluster, { page: { theme, sign }, time }: Drawn): Line {
  const tone = stepTone(step, cluster)
  return [
    span(`    ${signOf(stepGlyph(step, cluster), theme)} `, tone),
    ...cell([span(step.name)], NAME, sign),
    ...cell([span(step.state, tone)], STATE, sign),
    span(time, 'faint'),
  ]
}

function timeOf(step: StepStatus, cluster: FleetCluster, fleet: FleetSnapshot): string {
  if (step.state === 'Waiting') return ''
  if (step.state !== 'Ready') return stepTimeWords(step, cluster, fleet)
  const took = tookMs(step)
  return took === undefined ? '' : `after ${durationWords(took)}`
}
