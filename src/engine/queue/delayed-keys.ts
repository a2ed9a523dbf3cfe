interface Entry {
  readonly key: string
  readonly at: number
  readonly order: number
}

/** Keys with the time at which they are due. The earliest time of a key counts. */
export class DelayedKeys {
  readonly #due = new Map<string, number>()
  // A heap by time. Entries that #due no longer knows are left in it and skipped.
  #heap: Entry[] = []
  #order = 0

  get size(): number {
    return this.#due.size
  }

  /** When the next key is due; undefined when none waits. */
  get earliest(): number | undefined {
    this.#dropStale()
    return this.#heap[0]?.at
  }

  add(key: string, at: number): void {
    const known = this.#due.get(key)
    if (known !== undefined && known <= at) return
    this.#due.set(key, at)
    this.#order += 1
    this.#heap.push({ key, at, order: this.#order })
    this.#up(this.#heap.length - 1)
    this.#bound()
  }

  remove(key: string): void {
    this.#due.delete(key)
  }

  /** Takes the next key that is due, in the order of the times, then of the adding. */
  takeDue(now: number): string | undefined {
    this.#dropStale()
    const first = this.#heap[0]
    if (!first || first.at > now) return undefined
    this.#due.delete(first.key)
    this.#pop()
    return first.key
  }

  #dropStale(): void {
    for (let first = this.#heap[0]; first && !this.#isLive(first); first = this.#heap[0]) this.#pop()
  }

  #isLive({ key, at }: Entry): boolean {
    return this.#due.get(key) === at
  }

  // Keys that come and go must not leave memory behind until they would have been due.
  #bound(): void {
    if (this.#heap.length < 2 * this.#due.size + 64) return
    this.#heap = this.#heap.filter(entry => this.#isLive(entry)).toSorted(byTime)
  }

  #up(index: number): void {
    for (let at = index; at > 0;) {
      const parent = (at - 1) >> 1
      if (!this.#swapIfLater(parent, at)) return
      at = parent
    }
  }

  #pop(): void {
    const last = this.#heap.pop()
    if (!last || this.#heap.length === 0) return
    this.#heap[0] = last
    for (let at = 0; ;) {
      const child = this.#earlierChild(at)
      if (child === undefined || !this.#swapIfLater(at, child)) return
      at = child
    }
  }

  #earlierChild(at: number): number | undefined {
    const left = this.#heap[2 * at + 1]
    const right = this.#heap[2 * at + 2]
    if (!left) return undefined
    return right && byTime(right, left) < 0 ? 2 * at + 2 : 2 * at + 1
  }

  #swapIfLater(upper: number, lower: number): boolean {
    const above = this.#heap[upper]
    const below = this.#heap[lower]
    if (!above || !below || byTime(above, below) <= 0) return false
    this.#heap[upper] = below
    this.#heap[lower] = above
    return true
  }
}

function byTime(a: Entry, b: Entry): number {
  return a.at - b.at || a.order - b.order
}
