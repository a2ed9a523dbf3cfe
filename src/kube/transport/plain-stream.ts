import { type Socket, connect } from 'node:net'
import { Duplex } from 'node:stream'

interface Address {
  readonly host: string
  readonly port: number
}

const READ_BYTES = 64 * 1024
/** One for all connections: what is in it is copied before anything else is read. */
const readBuffer = Buffer.allocUnsafeSlow(READ_BYTES)

/**
 * A TCP connection for TLS to run over.
 *
 * TLS over a socket of Node's own keeps 64 KB for each connection, and hardly ever uses four of them: a fleet has thousands
 * of connections that wait. Over a stream it keeps as much as comes at once.
 */
export class PlainStream extends Duplex {
  readonly #socket: Socket

  /** Connects. Destroys itself with the error when that fails. */
  constructor({ host, port }: Address) {
    super({ allowHalfOpen: false })
    this.#socket = connect({
      host,
      port,
      onread: {
        buffer: readBuffer,
        callback: (length, bytes) => this.push(Buffer.from(bytes.subarray(0, length))),
      },
    })
    this.#socket.on('end', () => this.push(null))
    this.#socket.on('error', error => this.destroy(error))
    this.#socket.on('close', () => this.destroy())
  }

  setNoDelay(isSet: boolean): this {
    this.#socket.setNoDelay(isSet)
    return this
  }

  setKeepAlive(isSet: boolean, afterMs: number): this {
    this.#socket.setKeepAlive(isSet, afterMs)
    return this
  }

  override _read(): void {
    this.#socket.resume()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, done)
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#socket.end(() => done())
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#socket.destroy()
    done(error)
  }
}
