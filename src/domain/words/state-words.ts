import type { ClusterState } from '../api/schema/cluster-fitout-schema.ts'
import type { StepStatus } from '../plan/step-status.ts'

/** The state of a step, in one of seven words. */
export type StepState = StepStatus['state']

/** How a state looks: quiet ones are tinted, `alert` and `failed` are solid. */
export type Tone = 'ready' | 'busy' | 'quiet' | 'alert' | 'failed' | 'unknown'

/** A sign of one column, and the one for terminals that know ASCII alone. */
export interface Glyph {
  readonly glyph: string
  readonly ascii: string
}

/** The sign of each state of a step. It stands with the word or in place of it, never a colour alone. */
export const stepGlyphs: Readonly<Record<StepState, Glyph>> = {
  Waiting: { glyph: '·', ascii: '.' },
  Held: { glyph: '!', ascii: '!' },
  Delivering: { glyph: '▹', ascii: '>' },
  Proving: { glyph: '▸', ascii: '=' },
  Ready: { glyph: '✓', ascii: '+' },
  Stuck: { glyph: '‼', ascii: '%' },
  Failed: { glyph: '✗', ascii: 'x' },
}

/** The sign of a step that is held by what ends by itself: it only waits, and `!` is for what needs attention. */
export const quietHold: Glyph = { glyph: '◦', ascii: 'o' }

/** The sign of each state of a cluster. */
export const clusterGlyphs: Readonly<Record<ClusterState, Glyph>> = {
  Deleting: { glyph: '·', ascii: '.' },
  Paused: { glyph: '·', ascii: '.' },
  Unknown: { glyph: '?', ascii: '?' },
  Failed: stepGlyphs.Failed,
  Stuck: stepGlyphs.Stuck,
  Held: stepGlyphs.Held,
  FittingOut: stepGlyphs.Proving,
  Ready: stepGlyphs.Ready,
}

/** The states of a cluster in the order in which a summary names them: first what needs attention. */
export const summaryOrder: readonly ClusterState[] = [
  'Failed',
  'Stuck',
  'Held',
  'FittingOut',
  'Unknown',
  'Paused',
  'Deleting',
  'Ready',
]

const tones: Readonly<Record<StepState | ClusterState, Tone>> = {
  Waiting: 'quiet',
  Held: 'alert',
  Delivering: 'busy',
  Proving: 'busy',
  FittingOut: 'busy',
  Ready: 'ready',
  Stuck: 'alert',
  Failed: 'failed',
  Unknown: 'unknown',
  Paused: 'quiet',
  Deleting: 'quiet',
}

/** How a state looks. A hold that ends by itself is no alarm. */
export function toneOf(state: StepState | ClusterState, needsAction = true): Tone {
  return state === 'Held' && !needsAction ? 'quiet' : tones[state]
}
