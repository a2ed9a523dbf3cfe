import type { ApiErrorCode } from '../api/api-error.ts'

/**
 * How it stands with following a selection. Times are of the wall clock, in milliseconds.
 *
 * Only a synced cache says anything about what is not there.
 */
export type FollowState =
  /** No list was complete yet. */
  | {
      readonly phase: 'Starting'
      readonly synced: false
      readonly since: number
      readonly lastError: ApiErrorCode | undefined
    }
  | {
      readonly phase: 'Following'
      readonly synced: true
      readonly since: number
      readonly lastError: undefined
    }
  /** More than may be kept: the cache was let go, and says nothing until a list fits again. */
  | {
      readonly phase: 'TooLarge'
      readonly synced: false
      readonly since: number
      readonly lastError: 'TooLarge'
    }
  /** The cache is complete, but no longer kept up to date. */
  | {
      readonly phase: 'Broken'
      readonly synced: true
      readonly since: number
      readonly lastError: ApiErrorCode
    }

/** The state after something was heard. */
export function heard(state: FollowState, now: number): FollowState {
  if (state.phase === 'Following') return state
  return { phase: 'Following', synced: true, since: now, lastError: undefined }
}

/** The state after a failure. The time is that of the first in a row. */
export function failedState(state: FollowState, code: ApiErrorCode, now: number): FollowState {
  if (state.phase === 'Starting') return { ...state, lastError: code }
  if (state.phase === 'TooLarge') return state
  if (state.phase === 'Broken') return { ...state, lastError: code }
  return { phase: 'Broken', synced: true, since: now, lastError: code }
}

/** The state after everything was let go. */
export function outgrown(state: FollowState, now: number): FollowState {
  if (state.phase === 'TooLarge') return state
  return { phase: 'TooLarge', synced: false, since: now, lastError: 'TooLarge' }
}
