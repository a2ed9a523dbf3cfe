import type { Claim } from '../claim.ts'
import type { ExplainFacts } from '../explain-facts.ts'
import type { Inquiry } from '../inquiry.ts'
import type { AskedStep } from './step-asked.ts'

/** What is to be explained, and what is known. */
export interface Scene {
  readonly facts: ExplainFacts
  readonly inquiry: Inquiry
  /** Undefined if the cluster has no step yet. */
  readonly asked: AskedStep | undefined
}

/** Looks for a cause in one part of the way from Git to pods. */
export type ExplainStage = (scene: Scene) => Claim | undefined
