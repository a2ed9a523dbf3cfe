const FIRST_CAPACITY = 4096
const KEPT_CAPACITY = 64 * 1024

/** Collects bytes. A list of pieces would do, but for a server that sends them one by one: each piece costs a hundred. */
export class GrowingBuffer {
  #bytes = Buffer.alloc(0)
  #length = 0

  get length(): number {
    return this.#length
  }

  append(piece: Buffer): void {
    const needed = this.#length + piece.length
    if (needed > this.#bytes.length) this.#grow(needed)
    piece.copy(this.#bytes, this.#length)
    this.#length = needed
  }

  /** Returns all bytes, and starts anew. */
  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, this.#length))
    this.#length = 0
    // One large line must not hold its memory for as long as a watch lives.
    if (this.#bytes.length > KEPT_CAPACITY) this.#bytes = Buffer.alloc(0)
    return taken
  }

  #grow(needed: number): void {
    const bytes = Buffer.allocUnsafeSlow(Math.max(FIRST_CAPACITY, needed, this.#bytes.length * 2))
    this.#bytes.copy(bytes, 0, 0, this.#length)
    this.#bytes = bytes
  }
}
