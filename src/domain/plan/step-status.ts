import type { ClusterFitoutStatus } from '../api/schema/cluster-fitout-schema.ts'
import type { Actor } from './cluster-facts.ts'
import type { UnreadPart } from '../proof/read/query.ts'
import type { Reason } from './reason.ts'

/** The state of a step, as the status shows it. */
export type StepStatus = NonNullable<ClusterFitoutStatus['steps']>[number]

/** A judged step: what the status shows, and what else decisions need. */
export interface JudgedStep {
  readonly status: StepStatus
  readonly reason: Reason
  readonly actor: Actor
  /** Its gate may be opened now. */
  readonly opens: boolean
  /** It is Ready, and its proof was just seen to hold: only then what needs it may start. */
  readonly isProven: boolean
  /** Something must be found out about it: it has begun, or everything that it needs is ready. */
  readonly isAsked: boolean
  /** Why it could not be read, although the cluster answers. */
  readonly unread?: UnreadPart
}

/** An instant as Kubernetes writes it, in whole seconds. */
export function instantOf(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`
}

/** The earliest of some instants, as Kubernetes writes them: they sort like texts. */
export function earliest(first: string | undefined, ...others: readonly (string | undefined)[]): string {
  const known = [first, ...others].filter(instant => instant !== undefined)
  return known.toSorted()[0] ?? ''
}

/** The milliseconds of an instant; undefined for none, or one that is none. */
export function readInstant(text: string | undefined): number | undefined {
  const milliseconds = Date.parse(text ?? '')
  return Number.isNaN(milliseconds) ? undefined : milliseconds
}
