import type { Clock } from '../clock.ts'
import type { ObjectCache } from './object-cache.ts'
import { hasReached } from './resource-version.ts'

interface Write {
  readonly uid: string
  readonly resourceVersion: string
  readonly at: number
}

/** How long to wait for the news of an own write before asking for a list. */
const PATIENCE_MS = 10_000

/**
 * Remembers the versions that our own writes were answered with, until the cache has reached them.
 *
 * Deciding on a cache that is older than our own write would do the same thing twice.
 */
export class OwnWrites {
  readonly #cache: ObjectCache
  readonly #clock: Clock
  readonly #writes = new Map<string, Write>()

  constructor(cache: ObjectCache, clock: Clock) {
    this.#cache = cache
    this.#clock = clock
  }

  saw(key: string, uid: string, resourceVersion: string): void {
    const known = this.#writes.get(key)
    if (known && known.uid === uid && hasReached(known.resourceVersion, resourceVersion)) return
    this.#writes.set(key, { uid, resourceVersion, at: this.#clock.elapsed() })
  }

  /** `no` when the cache has the last write, `yes` while its news are under way, `lost` when they should have come. */
  isBehind(key: string): 'no' | 'yes' | 'lost' {
    const write = this.#writes.get(key)
    if (!write) return 'no'
    const cached = this.#cache.get(key)?.metadata
    const isSame = cached?.uid === write.uid
    const isHeard = hasReached(this.#cache.version, write.resourceVersion)
    if ((isSame && hasReached(cached.resourceVersion, write.resourceVersion)) || (isHeard && !isSame)) {
      this.#writes.delete(key)
      return 'no'
    }
    // Later news are here and this one is not: it was dropped on the way.
    return isHeard || this.#clock.elapsed() - write.at > PATIENCE_MS ? 'lost' : 'yes'
  }

  /** A complete list that began at `since` holds every write that was answered before. */
  listed(since: number): void {
    for (const [key, write] of this.#writes) if (write.at <= since) this.#writes.delete(key)
  }
}
