import type { Readable } from 'node:stream'
import { Failure, failureOf } from './failure.ts'

const MAX_WAITING_BYTES = 256 * 1024
// A piece may be a single byte, and costs a hundred.
const MAX_WAITING_PIECES = 1024

/** Who waits for the next piece. */
interface Reader {
  readonly resolve: (next: IteratorResult<Buffer, undefined>) => void
  readonly reject: (failure: Failure) => void
}

/**
 * The body of an answer, piece by piece, for one reader. Throws a Failure when it breaks off.
 *
 * It listens from the start on: Node's own iterator loses what an HTTP/2 stream got before it was closed,
 * if nobody had begun to read by then. No generator, as tens of thousands of watches each wait in one.
 */
export class IncomingBody implements AsyncIterableIterator<Buffer, undefined> {
  readonly #source: Readable
  readonly #waiting: Buffer[] = []
  #waitingBytes = 0
  #end: Failure | 'whole' | undefined
  #reader: Reader | undefined

  constructor(source: Readable, isWhole: () => boolean) {
    this.#source = source
    source.on('data', (chunk: Buffer) => this.#take(chunk))
    source.once('end', () => (isWhole() ? this.#finish('whole') : this.#breakOff()))
    source.on('error', error => this.#finish(failureOf(error)))
    source.once('close', () => this.#breakOff())
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  // Not async: that would keep a frame for each reader.
  next(): Promise<IteratorResult<Buffer, undefined>> {
    const value = this.#waiting.shift()
    if (value) {
      this.#waitingBytes -= value.length
      return Promise.resolve({ done: false, value })
    }
    if (this.#end === 'whole') return Promise.resolve({ done: true, value: undefined })
    if (this.#end) return Promise.reject(this.#end)
    this.#source.resume()
    return new Promise((resolve, reject) => {
      this.#reader = { resolve, reject }
    })
  }

  #take(chunk: Buffer): void {
    const reader = this.#reader
    if (reader) {
      this.#reader = undefined
      return reader.resolve({ done: false, value: chunk })
    }
    this.#waiting.push(chunk)
    this.#waitingBytes += chunk.length
    const isFull = this.#waitingBytes > MAX_WAITING_BYTES || this.#waiting.length > MAX_WAITING_PIECES
    if (isFull) this.#source.pause()
  }

  // An error for each answer that has ended well would cost more than reading it.
  #breakOff(): void {
    if (!this.#end) this.#finish(new Failure('Unreachable'))
  }

  #finish(end: Failure | 'whole'): void {
    this.#end ??= end
    const reader = this.#reader
    this.#reader = undefined
    if (this.#end === 'whole') reader?.resolve({ done: true, value: undefined })
    else reader?.reject(this.#end)
  }
}
