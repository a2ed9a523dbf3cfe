import type { Readable } from 'node:stream'
import { Failure, failureOf } from './failure.ts'

const MAX_WAITING_BYTES = 256 * 1024
// A piece may be a single byte, and costs a hundred.
const MAX_WAITING_PIECES = 1024

/** Who waits for the next piece: told once what became of it. */
export interface BodyReader {
  readonly onPiece: (piece: Buffer) => void
  /** Nothing comes after it. */
  readonly onWhole: () => void
  readonly onBroken: (failure: Failure) => void
}

/**
 * The body of an answer, piece by piece, for one reader. Throws a Failure when it breaks off.
 *
 * It listens from the start on: Node's own iterator loses what an HTTP/2 stream got before it was closed,
 * if nobody had begun to read by then. No generator, as tens of thousands of watches each wait in one.
 */
export class IncomingBody implements AsyncIterableIterator<Buffer, undefined> {
  readonly #source: Readable
  readonly #isWhole: () => boolean
  #waiting: Buffer[] | undefined
  #waitingBytes = 0
  #end: Failure | 'whole' | undefined
  #reader: BodyReader | undefined

  constructor(source: Readable, isWhole: () => boolean) {
    this.#source = source
    this.#isWhole = isWhole
    // Not `once`: that takes twice the memory.
    source.on('data', (chunk: Buffer) => this.#take(chunk))
    source.on('end', () => this.#finishIfWhole())
    source.on('error', error => this.#finish(failureOf(error)))
    source.on('close', () => this.#breakOff())
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  // Not async: that would keep a frame for each reader.
  next(): Promise<IteratorResult<Buffer, undefined>> {
    return new Promise((resolve, reject) =>
      this.read({
        onPiece: value => resolve({ done: false, value }),
        onWhole: () => resolve({ done: true, value: undefined }),
        onBroken: reject,
      }),
    )
  }

  /** Tells the reader of the next piece, or of the end: now, if it is there, and then gives true. */
  read(reader: BodyReader): boolean {
    const piece = this.#waiting?.shift()
    if (piece) {
      this.#waitingBytes -= piece.length
      reader.onPiece(piece)
      return true
    }
    this.#reader = reader
    if (this.#end) this.#tellEnd(this.#end)
    else this.#source.resume()
    return this.#end !== undefined
  }

  #take(chunk: Buffer): void {
    const reader = this.#reader
    if (reader) {
      this.#reader = undefined
      return reader.onPiece(chunk)
    }
    this.#waiting ??= []
    this.#waiting.push(chunk)
    this.#waitingBytes += chunk.length
    const isFull = this.#waitingBytes > MAX_WAITING_BYTES || this.#waiting.length > MAX_WAITING_PIECES
    if (isFull) this.#source.pause()
  }

  #finishIfWhole(): void {
    if (this.#isWhole()) this.#finish('whole')
    else this.#breakOff()
  }

  // An error for each answer that has ended well would cost more than reading it.
  #breakOff(): void {
    if (!this.#end) this.#finish(new Failure('Unreachable'))
  }

  #finish(end: Failure | 'whole'): void {
    this.#end ??= end
    this.#tellEnd(this.#end)
  }

  #tellEnd(end: Failure | 'whole'): void {
    const reader = this.#reader
    this.#reader = undefined
    if (end === 'whole') reader?.onWhole()
    else reader?.onBroken(end)
  }
}
