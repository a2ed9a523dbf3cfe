import { GrowingBuffer } from './growing-buffer.ts'

const LINE_FEED = 10

/** Cuts a stream of bytes into lines. Bytes, not text: a character may lie across two pieces. */
export class LineSplitter {
  readonly #pending = new GrowingBuffer()

  /** How many bytes of a line have come whose end has not. */
  get pendingBytes(): number {
    return this.#pending.length
  }

  /** Takes the next piece and returns the lines that end in it. */
  push(chunk: Buffer): Buffer[] {
    const lines: Buffer[] = []
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      lines.push(this.#endLine(chunk.subarray(start, end)))
      start = end + 1
    }
    if (start < chunk.length) this.#pending.append(chunk.subarray(start))
    return lines
  }

  #endLine(end: Buffer): Buffer {
    if (this.#pending.length === 0) return end
    this.#pending.append(end)
    return this.#pending.take()
  }
}
