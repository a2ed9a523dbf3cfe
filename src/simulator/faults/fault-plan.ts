import type { WatchEvent } from '../../engine/api/api.ts'
import type { ApiErrorCode } from '../../engine/api/api-error.ts'
import type { ApiOperation } from './history.ts'

/** A call that is about to be made. */
export interface CallFacts {
  readonly actor: string
  /** What the server is called, when there are several. */
  readonly server?: string
  readonly op: ApiOperation
  readonly key: string
  /** The kind that it is about, such as `Cluster`; of discovery, the group and version. */
  readonly kind: string
  /** The number of the write among all writes of the actor, from 1; reads have none. */
  readonly write: number | undefined
  /** The number of the call among all calls of the actor, from 1. */
  readonly number: number
}

/** Where in a call something goes wrong: before the server acts, or after it has acted and before the answer is there. */
export type Moment = 'before' | 'after'

/** What goes wrong with a call. */
export type CallFault =
  | {
      readonly kind: 'fail'
      readonly at: Moment
      readonly code: ApiErrorCode
      readonly status?: number
      readonly retryAfterSeconds?: number
    }
  | { readonly kind: 'delay'; readonly at: Moment; readonly milliseconds: number }
  /** No answer, ever: the call ends by its deadline or its signal. */
  | { readonly kind: 'hang'; readonly at: Moment }
  /** The clock on the wall of the actor jumps; the call is not harmed. */
  | { readonly kind: 'jump'; readonly at: Moment; readonly milliseconds: number }
  /** The actor dies: no answer, no more calls. */
  | { readonly kind: 'crash'; readonly at: Moment }

/** What happens to one event of a watch on its way. */
export type DeliveryFault =
  | { readonly kind: 'drop' }
  | { readonly kind: 'duplicate' }
  | { readonly kind: 'delay'; readonly milliseconds: number }
  /** The event waits until the next one has been reported. */
  | { readonly kind: 'swap' }
  /** The stream ends, as if the server had closed it. */
  | { readonly kind: 'cut' }
  /** The stream breaks. */
  | { readonly kind: 'break'; readonly code: ApiErrorCode }
  /** No more events arrive, without an error. */
  | { readonly kind: 'stall' }

/** Decides what goes wrong. It is asked once for each call and each event, in order; it answers from a seed or a list. */
export interface FaultPlan {
  readonly onCall: (call: CallFacts) => CallFault | undefined
  readonly onDeliver: (call: CallFacts, event: WatchEvent) => DeliveryFault | undefined
  /** How a watch fails before it begins; none does by default. */
  readonly onWatch?: (call: CallFacts) => ApiErrorCode | undefined
}

/** Nothing goes wrong. */
export const noFaults: FaultPlan = { onCall: () => undefined, onDeliver: () => undefined }

/**
 * Several plans as one: all are asked, so that each continues as it would alone, and the first that answers counts.
 *
 * @internal
 */
export function allOf(...plans: readonly FaultPlan[]): FaultPlan {
  return {
    onCall: call => firstOf(plans.map(plan => plan.onCall(call))),
    onDeliver: (call, event) => firstOf(plans.map(plan => plan.onDeliver(call, event))),
    onWatch: call => firstOf(plans.map(plan => plan.onWatch?.(call))),
  }
}

function firstOf<Fault>(answers: readonly (Fault | undefined)[]): Fault | undefined {
  return answers.find(answer => answer !== undefined)
}

/** Fails what a filter chooses, always. @internal */
export function failing(matches: (call: CallFacts) => boolean, code: ApiErrorCode): FaultPlan {
  return { ...noFaults, onCall: call => (matches(call) ? { kind: 'fail', at: 'before', code } : undefined) }
}
