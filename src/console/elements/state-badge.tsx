import type { ReactNode } from 'react'
import type { ClusterState } from '../../domain/api/schema/cluster-fitout-schema.ts'
import {
  clusterGlyphs,
  quietHold,
  stepGlyphs,
  type StepState,
  toneOf,
} from '../../domain/words/state-words.ts'
import { StateSign } from './state-sign.tsx'

interface BadgeProps {
  readonly state: ClusterState | StepState
  /** Whether somebody has to act on it: a hold that ends by itself is quiet. */
  readonly needsAction?: boolean
}

/** A state as a sign and a word, in its colour. */
export function StateBadge({ state, needsAction = true }: BadgeProps): ReactNode {
  return (
    <span className={`badge tone-${toneOf(state, needsAction)}`}>
      <StateSign glyph={glyphOf(state, needsAction)} />
      {state}
    </span>
  )
}

/** The sign of a state of a cluster or a step. */
export function glyphOf(state: ClusterState | StepState, needsAction = true): string {
  if (state === 'Held' && !needsAction) return quietHold.glyph
  return isStepState(state) ? stepGlyphs[state].glyph : clusterGlyphs[state].glyph
}

function isStepState(state: ClusterState | StepState): state is StepState {
  return Object.hasOwn(stepGlyphs, state)
}
