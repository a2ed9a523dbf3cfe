/** So many may work at once. One that waits for an answer gives its place away, and comes back before others begin. */
export class Places {
  readonly #onFree: () => void
  readonly #returning: (() => void)[] = []
  #free: number

  constructor(count: number, onFree: () => void) {
    this.#free = count
    this.#onFree = onFree
  }

  get hasFree(): boolean {
    return this.#free > 0
  }

  /** Takes a free place; ask `hasFree` before. */
  take(): WorkerPlace {
    this.#free -= 1
    return new WorkerPlace({ leave: () => this.#leave(), return: () => this.#return() })
  }

  #leave(): void {
    const next = this.#returning.shift()
    if (next) return next()
    this.#free += 1
    this.#onFree()
  }

  async #return(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1
      return
    }
    await new Promise<void>(resolve => {
      this.#returning.push(resolve)
    })
  }
}

/** The place of one piece of work: held, given away while it waits, or left for good. */
export class WorkerPlace {
  readonly #ways: { readonly leave: () => void; readonly return: () => Promise<void> }
  #state: 'held' | 'away' | 'left' = 'held'
  #waits = 0
  #coming: Promise<void> | undefined

  constructor(ways: { readonly leave: () => void; readonly return: () => Promise<void> }) {
    this.#ways = ways
  }

  /** Gives the place away until `wait` has settled. Several waits at once are one. */
  async during<Result>(wait: () => Promise<Result>): Promise<Result> {
    this.#waits += 1
    if (this.#state === 'held') {
      this.#state = 'away'
      this.#ways.leave()
    }
    try {
      return await wait()
    } finally {
      this.#waits -= 1
      await this.#restoreMissing()
    }
  }

  /** Gives the place away for good. */
  leave(): void {
    const held = this.#state === 'held'
    this.#state = 'left'
    if (held) this.#ways.leave()
  }

  // Once for all its waits: who waits for a second place while it holds the first would keep everybody waiting.
  async #restoreMissing(): Promise<void> {
    if (this.#waits > 0 || this.#state !== 'away') return
    this.#coming ??= this.#come()
    await this.#coming
  }

  async #come(): Promise<void> {
    await this.#ways.return()
    this.#coming = undefined
    // Who has left, or waits again, needs none.
    if (this.#waits > 0 || this.#hasLeft()) this.#ways.leave()
    else this.#state = 'held'
  }

  #hasLeft(): boolean {
    return this.#state === 'left'
  }
}
