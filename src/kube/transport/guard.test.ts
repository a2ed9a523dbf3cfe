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
  const guard = new Guard({ call: 'get Pod', deadlineMs: 60_000 })
  const server = createServer(socket => {
    guard.setDeadline(DEADLINE_MS)
    socket.end('answer', () => standStill(2 * DEADLINE_MS))
  })
  const port = await new Promise<number>(resolve => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  const client = new PlainStream({ host: '127.0.0.1', port })
  const answer = new Promise<string>(resolve => {
    client.once('data', (bytes: Buffer) => resolve(bytes.toString()))
  })
  expect(await guard.race(answer)).toBe('answer')
  guard.end()
  client.destroy()
  server.close()
})
