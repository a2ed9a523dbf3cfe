import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { Guard } from './guard.ts'
import { PlainStream } from './plain-stream.ts'

const DEADLINE_MS = 20

/** Lets time pass in which this process does nothing else: not even look at its sockets. */
function standStill(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

test('A call takes an answer that came while the process stood still beyond the deadline', async () => {
  const answer = Promise.withResolvers<string>()
  const taken = Promise.withResolvers<Promise<string>>()
  const server = createServer(socket => {
    const guard = new Guard({ call: 'get Pod', deadlineMs: DEADLINE_MS })
    taken.resolve(guard.race(answer.promise).finally(() => guard.end()))
    socket.end('answer', () => standStill(2 * DEADLINE_MS))
  })
  const port = await new Promise<number>(resolve => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  const client = new PlainStream({ host: '127.0.0.1', port })
  client.once('data', (bytes: Buffer) => answer.resolve(bytes.toString()))
  expect(await taken.promise).toBe('answer')
  client.destroy()
  server.close()
})
