import { createHash } from 'node:crypto'
import { connect, createServer, type Server, type Socket } from 'node:net'

/**
 * Does work that no other process on this machine does under the same name meanwhile: whoever comes later waits.
 *
 * The name is an address that one process can listen on and that no file stands for, so the kernel is the lock, and it is
 * released by any kind of death.
 */
export async function oneAtATime<T>(name: string, work: () => Promise<T>): Promise<T> {
  const address = `\0fitout-${createHash('sha256').update(name).digest('hex')}`
  const lock = await claim(address)
  try {
    return await work()
  } finally {
    await lock.release()
  }
}

interface Lock {
  readonly release: () => Promise<void>
}

async function claim(address: string): Promise<Lock> {
  for (;;) {
    const lock = await tryClaim(address)
    if (lock) return lock
    await untilLeft(address)
  }
}

/** Undefined when another one has it. */
function tryClaim(address: string): Promise<Lock | undefined> {
  const waiting = new Set<Socket>()
  const server = createServer(socket => {
    waiting.add(socket)
    // Who waits may be killed, too.
    socket.on('error', () => undefined).on('close', () => waiting.delete(socket))
  })
  return new Promise((resolve, reject) => {
    server.once('error', error => {
      if ('code' in error && error.code === 'EADDRINUSE') resolve(undefined)
      else reject(new Error(`cannot claim a lock: ${error.message}`, { cause: error }))
    })
    server.listen(address, () => resolve({ release: () => release(server, waiting) }))
  })
}

async function release(server: Server, waiting: ReadonlySet<Socket>): Promise<void> {
  await new Promise<void>(resolve => {
    server.close(() => resolve())
    for (const socket of waiting) socket.destroy()
  })
}

/** A connection to whoever has the lock ends with the lock. */
async function untilLeft(address: string): Promise<void> {
  await new Promise<void>(resolve => {
    connect(address)
      .on('error', () => undefined)
      .on('close', () => resolve())
      .resume()
  })
}
