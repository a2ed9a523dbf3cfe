import type { Base } from './base.ts'
import type { CommandResult } from './judge/shown-commands.ts'
import type { Verdict } from './judge/judge-cause.ts'
import type { Mutation } from './mutations/mutation.ts'
import type { Answer } from './judge/answer.ts'

/** One mutation of one base, as a step of a cluster. */
export interface Case {
  readonly id: string
  readonly base: Base
  readonly mutation: Mutation | undefined
  /** The verdict that must come: the step is asked about until it does, or a while has passed. */
  readonly expects?: Verdict
}

/** What came of a case. */
type Kind =
  /** The API server refused the change itself: whoever makes it is told at once. */
  | 'refused'
  /** It is Ready, and all is well. */
  | 'harmless'
  /** It is said to be Ready, and is not. */
  | 'lie'
  /** It is not Ready, and `why` was asked. */
  | 'told'
  /** The base was not Ready before it was broken, or something else kept the campaign from asking. */
  | 'error'

export interface CaseResult {
  readonly id: string
  readonly base: string
  readonly mutation: string
  readonly operator: string
  readonly kind: Kind
  readonly note?: string
  readonly state?: string
  readonly told?: string
  readonly answer?: Answer
  readonly verdict?: Verdict
  readonly falsehoods: readonly string[]
  readonly commands: readonly CommandResult[]
  /** Whether the shown change made it Ready; not there where none is shown. */
  readonly isFixed?: boolean
  readonly whyMs?: number
  /** The longest time for which it was said to be Ready while something was wrong. */
  readonly lieMs: number
}
