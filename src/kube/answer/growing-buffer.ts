const FIRST_CAPACITY = 4096
const LARGEST_SEGMENT = 1024 * 1024
const KEPT_CAPACITY = 64 * 1024
const NOTHING = Buffer.alloc(0)

/**
 * Collects bytes in segments that are filled one after the other.
 *
 * A list of pieces would do, but for a server that sends them one by one: each piece costs a hundred.
 */
export class GrowingBuffer {
  #full: Buffer[] = []
  #last = NOTHING
  #used = 0
  #length = 0

  get length(): number {
    return this.#length
  }

  append(piece: Buffer): void {
    for (let at = 0; at < piece.length;) {
      if (this.#used === this.#last.length) this.#grow()
      const copied = piece.copy(this.#last, this.#used, at)
      at += copied
      this.#used += copied
      this.#length += copied
    }
  }

  /** Returns all bytes, and starts again. */
  take(): Buffer {
    const taken = Buffer.concat([...this.#full, this.#last.subarray(0, this.#used)], this.#length)
    this.#full = []
    this.#used = 0
    this.#length = 0
    // One large line must not hold its memory for as long as a watch lives.
    if (this.#last.length > KEPT_CAPACITY) this.#last = NOTHING
    return taken
  }

  #grow(): void {
    if (this.#used > 0) this.#full.push(this.#last)
    const capacity = Math.min(LARGEST_SEGMENT, Math.max(FIRST_CAPACITY, this.#length))
    this.#last = Buffer.allocUnsafeSlow(capacity)
    this.#used = 0
  }
}
