import type { Api, Selection } from '../api/api.ts'
import type { KubeObject } from '../api/kube-object.ts'
import type { Clock, Random } from '../clock.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { ChangeHandler } from './change.ts'
import type { FollowBudget } from './follow-budget.ts'
import type { FollowState } from './follow-state.ts'
import { Follower } from './follower.ts'
import type { ReadCache } from './object-cache.ts'
import type { IndexBy } from './object-index.ts'

/** What following a selection needs, and how patient it is. */
export interface FollowOptions {
  readonly clock: Clock
  readonly random: Random
  readonly onChange?: ChangeHandler
  /** Called when the server went back in time (restored from a backup): what was concluded from it is void. */
  readonly onRestored?: () => void
  /** Called when the cache is not kept up to date any more. */
  readonly onBroken?: () => void
  /** Called what a handler threw, for the log. */
  readonly onHandlerError?: (error: unknown) => void
  readonly indexes?: Readonly<Record<string, IndexBy>>
  /** Which objects are kept; all of them without it. */
  readonly wants?: ((object: KubeObject) => boolean) | undefined
  /** Strips what is not needed before it is kept. Without it: `metadata.managedFields`. */
  readonly transform?: (object: KubeObject) => KubeObject
  readonly metrics?: Metrics
  /** Without any event or bookmark for so long, the watch counts as dead. */
  readonly inactivityMs?: number
  /** The longest time between two complete lists, which repair events that were lost; asked for after each. */
  readonly relistMs?: () => number
  /** For each page of a list. */
  readonly timeoutMs?: number
  /** How many there may be, kept or not. */
  readonly maxObjects?: number
  readonly pageSize?: number
  /** For servers that are not trusted with our memory: beyond it the cache is let go, and the state is `TooLarge`. */
  readonly budget?: FollowBudget
}

/** A selection that is being followed, with all its objects in memory. */
export interface Followed extends ReadCache {
  readonly state: () => FollowState
  /** How long nothing was heard of the server, in milliseconds. Bookmarks keep this under the inactivity limit. */
  readonly quietMs: () => number
  /** Resolves with true after the first complete list, or with false when it is stopped or too large before. */
  readonly whenSynced: () => Promise<boolean>
  /** Also tells this handler of changes from now on. Gives back the way to end it. */
  readonly subscribe: (handler: ChangeHandler) => () => void
  /** Remembers what our own write was answered with. */
  readonly sawWrite: (key: string, uid: string, resourceVersion: string) => void
  /** Whether the cache is older than our own last write to this object: then it is no ground for a decision. */
  readonly isBehind: (key: string) => boolean
  /** Asks for a complete list now. */
  readonly relist: () => void
  readonly stop: () => Promise<void>
}

/**
 * Lists a selection and follows it until it is stopped, through every fault of the server and the way to it.
 *
 * Never throws: what goes wrong is in `state()`.
 */
export function followSelection(api: Api, selection: Selection, options: FollowOptions): Followed {
  const follower = new Follower(api, selection, options)
  follower.start()
  return follower
}
