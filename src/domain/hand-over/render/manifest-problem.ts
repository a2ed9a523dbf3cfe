import type { MessageSource } from '../../api/schema/cluster-fitout-schema.ts'
import type { HandOverReason } from '../hand-over-hold.ts'

/** What is wrong with one object of a template; the caller says which object of which template. */
export interface ManifestProblem {
  readonly reason: HandOverReason
  readonly cause: string
  /** What it is about, if that is not the template. */
  readonly source?: MessageSource | undefined
}
