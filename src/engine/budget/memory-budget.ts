/** How much memory may be held, in bytes. */
export interface MemoryLimits {
  /** What every share may hold whatever the others do. */
  readonly ownBytes: number
  /** What one share may hold at most. */
  readonly shareBytes: number
  /** What all shares together may hold beyond what is their own. */
  readonly commonBytes: number
}

/** Something that takes memory: a cache, an answer that is being read. */
export interface Holding {
  /** Says how many bytes it holds now. False when that is too much: then it counts as before. */
  readonly set: (bytes: number) => boolean
  /** Holds nothing any more, for good. */
  readonly end: () => void
}

/**
 * Counts the memory that is held for many servers, so that none of them takes what the others need.
 *
 * When all together hold too much, the share that holds most is evicted, never one that holds little.
 */
export class MemoryBudget {
  readonly #limits: MemoryLimits
  readonly #shares = new Set<MemoryShare>()

  constructor(limits: MemoryLimits) {
    this.#limits = limits
  }

  /** Bytes that shares hold beyond what is their own. */
  get commonBytes(): number {
    let bytes = 0
    for (const share of this.#shares) bytes += this.#beyondOwn(share.bytes)
    return bytes
  }

  /** A share for one server. */
  share(): MemoryShare {
    return new MemoryShare(this)
  }

  /** Whether a share may hold so many bytes. Evicts larger ones if that makes it possible. */
  mayHold(share: MemoryShare, bytes: number): boolean {
    const { shareBytes, commonBytes } = this.#limits
    if (bytes > shareBytes) return false
    const more = this.#beyondOwn(bytes) - this.#beyondOwn(share.bytes)
    if (more <= 0) return true
    while (this.commonBytes + more > commonBytes) {
      const largest = this.#largest()
      if (!largest || largest === share || largest.bytes <= bytes) return false
      largest.evict()
    }
    return true
  }

  /** Only those that hold more than their own are looked at again. */
  note(share: MemoryShare): void {
    if (this.#beyondOwn(share.bytes) > 0) this.#shares.add(share)
    else this.#shares.delete(share)
  }

  #beyondOwn(bytes: number): number {
    return Math.max(0, bytes - this.#limits.ownBytes)
  }

  #largest(): MemoryShare | undefined {
    let largest: MemoryShare | undefined
    for (const share of this.#shares) if (!largest || share.bytes > largest.bytes) largest = share
    return largest
  }
}

/** The part of a budget that one server has. */
export class MemoryShare {
  readonly #budget: MemoryBudget
  readonly #holdings = new Set<ShareHolding>()
  #bytes = 0

  constructor(budget: MemoryBudget) {
    this.#budget = budget
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Starts to hold something. `onEvict` lets go of it; by then it no longer counts. */
  hold(onEvict: () => void): Holding {
    const holding = new ShareHolding(this, onEvict)
    this.#holdings.add(holding)
    return holding
  }

  /** Ends all holdings, and tells them. */
  evict(): void {
    const evicted = [...this.#holdings]
    this.close()
    for (const { onEvict } of evicted) onEvict()
  }

  /** Ends all holdings. */
  close(): void {
    this.#holdings.clear()
    this.#bytes = 0
    this.#budget.note(this)
  }

  /** Counts a holding again. False when that is too much. */
  set(holding: ShareHolding, bytes: number): boolean {
    if (!this.#holdings.has(holding)) return false
    const more = bytes - holding.bytes
    if (more > 0 && !this.#budget.mayHold(this, this.#bytes + more)) return false
    holding.bytes = bytes
    this.#bytes += more
    this.#budget.note(this)
    return true
  }

  drop(holding: ShareHolding): void {
    this.set(holding, 0)
    this.#holdings.delete(holding)
  }
}

/** A class, as every watch has two of them. */
class ShareHolding implements Holding {
  readonly #share: MemoryShare
  readonly onEvict: () => void
  bytes = 0

  constructor(share: MemoryShare, onEvict: () => void) {
    this.#share = share
    this.onEvict = onEvict
  }

  set(bytes: number): boolean {
    return this.#share.set(this, bytes)
  }

  end(): void {
    this.#share.drop(this)
  }
}
