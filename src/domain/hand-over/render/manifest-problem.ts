import type { HandOverReason } from '../hand-over-hold.ts'

/** What is wrong with one object of a template; the caller says which object of which template. */
export interface ManifestProblem {
  readonly reason: HandOverReason
  readonly cause: string
}
