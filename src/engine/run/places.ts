/** So many may work at once. Who waits for somebody else gives its place away, and comes back before others begin. */
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
  take(): Place {
    this.#free -= 1
    return new Place({ leave: () => this.#leave(), return: () => this.#return() })
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
export class Place {
  readonly #ways: { readonly leave: () => void; readonly return: () => Promise<void> }
  #state: 'held' | 'away' | 'left' = 'held'
  #waits = 0

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
      await this.#comeBack()
    }
  }

  /** Gives the place away for good. */
  leave(): void {
    const held = this.#state === 'held'
    this.#state = 'left'
    if (held) this.#ways.leave()
  }

  async #comeBack(): Promise<void> {
    if (this.#waits > 0 || this.#state !== 'away') return
    await this.#ways.return()
    // Whoever came back first has the place already; who has left, or waits again, needs none.
    if (this.#waits > 0 || this.#isBack()) this.#ways.leave()
    else this.#state = 'held'
  }

  #isBack(): boolean {
    return this.#state !== 'away'
  }
}
