import { createServer, type Server } from 'node:net'

// Below the range that the kernel gives to outgoing connections: a port of ours stays free while its program restarts.
const FIRST = 16_000
const LAST = 32_000
const BLOCK = 500

/**
 * The ports of one lab: a block that no other lab on this machine hands out from.
 *
 * The first port of the block is held open for as long as the lab lives, so the kernel is the lock, and it is released
 * by any kind of death.
 */
export class Ports {
  readonly #lock: Server
  readonly #free: number[]

  private constructor(lock: Server, base: number) {
    this.#lock = lock
    this.#free = Array.from({ length: BLOCK - 1 }, (_, index) => base + 1 + index)
  }

  /** Claims a block for this process. */
  static async claim(): Promise<Ports> {
    for (let base = FIRST; base + BLOCK <= LAST; base += BLOCK) {
      const lock = await listen(base)
      if (lock) return new Ports(lock, base)
    }
    throw new Error(`cannot claim ports for a lab: every block between ${FIRST} and ${LAST} is taken`)
  }

  /** Hands out a port on which nothing listens now. */
  async take(): Promise<number> {
    for (;;) {
      const port = this.#free.shift()
      if (port === undefined) throw new Error(`cannot take a port: all ${BLOCK} of this lab are in use`)
      const probe = await listen(port)
      if (!probe) continue
      await close(probe)
      return port
    }
  }

  /** Takes a port back; it is handed out again after all others. */
  giveBack(port: number): void {
    this.#free.push(port)
  }

  /** Lets another lab have the block. */
  async release(): Promise<void> {
    await close(this.#lock)
  }
}

async function listen(port: number): Promise<Server | undefined> {
  const server = createServer()
  // A lock must not keep the process alive by itself.
  server.unref()
  return new Promise(resolve => {
    server.once('error', () => resolve(undefined))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => resolve(server))
  })
}

async function close(server: Server): Promise<void> {
  await new Promise<void>(resolve => {
    server.close(() => resolve())
  })
}
