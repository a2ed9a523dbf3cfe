import type { StepStatus } from '../plan/step-status.ts'
import { type Glyph, quietHold, stepGlyphs, type Tone, toneOf } from '../words/state-words.ts'
import type { FleetCluster } from './fleet-snapshot.ts'

type Step = Pick<StepStatus, 'name' | 'state'>
type Cluster = Pick<FleetCluster, 'cause'>

/** How a step of a cluster looks. A hold is loud only if it is the cause, and a user can end it. */
export function stepTone(step: Step, cluster: Cluster): Tone {
  return toneOf(step.state, isUpToSomebody(step, cluster))
}

/** The sign of a step of a cluster: loud and quiet holds differ without colour, too. */
export function stepGlyph(step: Step, cluster: Cluster): Glyph {
  return step.state === 'Held' && !isUpToSomebody(step, cluster) ? quietHold : stepGlyphs[step.state]
}

function isUpToSomebody({ name }: Step, { cause }: Cluster): boolean {
  return cause?.step === name && (cause.actor ?? 'Nobody') !== 'Nobody'
}
