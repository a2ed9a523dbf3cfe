/** The six words for the state of an object, used everywhere. */
export type Health = 'Current' | 'InProgress' | 'Failed' | 'Terminating' | 'NotFound' | 'Unknown'

/** What is known about the health of one object. */
export interface HealthResult {
  readonly status: Health
  /** In the words of kstatus, which are those that Flux shows. */
  readonly message: string
  /** The condition that says the same in one word; absent for what needs no attention. */
  readonly condition: HealthCondition | undefined
}

/** A condition that is only there when something is going on (Reconciling) or has gone wrong (Stalled). */
interface HealthCondition {
  readonly type: 'Reconciling' | 'Stalled'
  readonly reason: string
  readonly message: string
}

/** Nothing is left to do. */
export function current(message: string): HealthResult {
  return { status: 'Current', message, condition: undefined }
}

/** A controller is still at work. */
export function inProgress(reason: string, message: string): HealthResult {
  return { status: 'InProgress', message, condition: { type: 'Reconciling', reason, message } }
}

/** It does not recover without a change. */
export function failed(reason: string, message: string): HealthResult {
  return { status: 'Failed', message, condition: { type: 'Stalled', reason, message } }
}
