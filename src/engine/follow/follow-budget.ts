import { weigh } from '../budget/weigh.ts'
import type { Holding, MemoryShare } from '../budget/memory-budget.ts'
import type { WatchEvent } from '../api/api.ts'
import type { KubeObject } from '../api/kube-object.ts'
import type { Clock } from '../clock.ts'
import type { TokenBucket } from '../run/token-bucket.ts'
import type { Change } from './change.ts'

/** What a server may take of us. Bytes are of memory, as `weigh` estimates them. */
export interface FollowBudget {
  /** What one selection may keep. */
  readonly keptBytes: number
  /** What one list may bring over all of its pages, kept or not. */
  readonly listedBytes: number
  /** What all selections of this server may keep, and what is on its way. */
  readonly memory: MemoryShare
  /** How many bytes of lists and events of this server are worked on. */
  readonly pace: TokenBucket
  readonly clock: Pick<Clock, 'sleep'>
}

/** An event costs at least so much: it is work to read one, however short it is. */
const EVENT_BYTES = 4096
/** What keeping an object costs beside the object: maps and indexes. */
const ENTRY_BYTES = 256

/** What it costs to work on an event. */
export function costOf(event: WatchEvent): number {
  return event.type === 'BOOKMARK' ? EVENT_BYTES : Math.max(EVENT_BYTES, weigh(event.object))
}

/** Counts the bytes of a cache, change by change. */
export class KeptBytes {
  readonly #budget: FollowBudget
  readonly #holding: Holding
  #sum = 0

  /** `onEvict` lets the cache go. */
  constructor(budget: FollowBudget, onEvict: () => void) {
    this.#budget = budget
    this.#holding = budget.memory.hold(onEvict)
  }

  /** Takes note of what became of the cache. False when there is too much in it now. */
  note(changes: readonly Change[]): boolean {
    for (const change of changes) {
      if (change.kind !== 'added') this.#sum -= bytesOf(change.key, change.before)
      if (change.kind !== 'removed') this.#sum += bytesOf(change.key, change.after)
    }
    return this.#sum <= this.#budget.keptBytes && this.#holding.set(this.#sum)
  }

  /** Nothing is kept any more, for good. */
  end(): void {
    this.#holding.end()
  }
}

// The same for the same object, so that what was added need not be remembered.
function bytesOf(key: string, object: KubeObject): number {
  return ENTRY_BYTES + 2 * key.length + weigh(object)
}
