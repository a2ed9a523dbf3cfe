import type { Readable } from 'node:stream'
import { Failure, failureOf } from './failure.ts'

const MAX_WAITING_BYTES = 256 * 1024
// A piece may be a single byte, and costs a hundred.
const MAX_WAITING_PIECES = 1024

/**
 * The body of an answer, piece by piece, for one reader. Throws a Failure when it breaks off.
 *
 * It listens from the start on: Node's own iterator loses what an HTTP/2 stream got before it was closed,
 * if nobody had begun to read by then.
 */
export class IncomingBody implements AsyncIterable<Buffer> {
  readonly #source: Readable
  #waiting: Buffer[] = []
  #waitingBytes = 0
  #end: Failure | 'whole' | undefined
  #wake: (() => void) | undefined

  constructor(source: Readable, isWhole: () => boolean) {
    this.#source = source
    source.on('data', (chunk: Buffer) => this.#take(chunk))
    source.once('end', () => this.#finish(isWhole() ? 'whole' : new Failure('Unreachable')))
    source.on('error', error => this.#finish(failureOf(error)))
    source.once('close', () => this.#finish(new Failure('Unreachable')))
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, void, undefined> {
    for (;;) {
      const chunk = this.#waiting.shift()
      if (chunk) {
        this.#waitingBytes -= chunk.length
        yield chunk
        continue
      }
      if (this.#end === 'whole') return
      if (this.#end) throw this.#end
      this.#source.resume()
      await new Promise<void>(resolve => (this.#wake = resolve))
    }
  }

  #take(chunk: Buffer): void {
    this.#waiting.push(chunk)
    this.#waitingBytes += chunk.length
    const isFull = this.#waitingBytes > MAX_WAITING_BYTES || this.#waiting.length > MAX_WAITING_PIECES
    if (isFull) this.#source.pause()
    this.#wake?.()
  }

  #finish(end: Failure | 'whole'): void {
    this.#end ??= end
    this.#wake?.()
  }
}
