import type { CauseReason } from '../../cause-reason.ts'
import type { Why } from '../../why.ts'

/** A reason that a controller of Flux gives in a condition that is not as it should be. */
export interface FluxReason {
  readonly reason: string
  /** The conditions that it stands in, as `FetchFailed=True`. */
  readonly conditions: string
  /** What it means: continues after the name of the object. */
  readonly means: string
  /** Undefined for what is on its way, or told by the object that it waits for. */
  readonly cause: CauseReason | undefined
  readonly actor: Why['actor']
  /** What ends it, if the words do not tell more. `{object}` stands for the object. */
  readonly advice: string
}

/** Finds a reason in the list of a controller; undefined for one that is new. */
export function findReason(list: readonly FluxReason[], reason: string): FluxReason | undefined {
  return list.find(one => one.reason === reason)
}
