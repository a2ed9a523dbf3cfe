import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { until } from '../kube/until.ts'
import { TcpProxy } from './tcp-proxy.ts'

// Echoes what it hears, with its name in front.
let echo: Server
let proxy: TcpProxy

beforeEach(async () => {
  echo = await listen('first')
  proxy = await TcpProxy.start(await freePort(), portOf(echo))
})

afterEach(async () => {
  await proxy.close()
  echo.close()
})

test('passes bytes both ways', async () => {
  expect(await ask('hello')).toBe('first: hello')
})

test('keeps the order of what is under way when the delay is taken back', async () => {
  const client = connect(proxy.port, '127.0.0.1')
  const heard = collect(client)
  proxy.delay(200)
  client.write('slow ')
  await until('the proxy has the first word', async () => client.bytesWritten === 5)
  await new Promise(resolve => setTimeout(resolve, 50))
  proxy.pass()
  client.write('fast')
  await until('both words came back', async () => heard().endsWith('fast'))
  expect(heard().replaceAll('first: ', '')).toBe('slow fast')
  client.destroy()
})

test('resets every connection while it is cut, and serves new ones afterwards', async () => {
  proxy.cut()
  await expect(ask('hello')).rejects.toThrow(/ECONNRESET/)
  proxy.pass()
  expect(await ask('hello')).toBe('first: hello')
})

test('a blackhole loses nothing: what was sent arrives when it ends', async () => {
  proxy.blackhole()
  const client = connect(proxy.port, '127.0.0.1')
  const heard = collect(client)
  client.write('hello')
  await new Promise(resolve => setTimeout(resolve, 100))
  expect(heard()).toBe('')
  proxy.pass()
  await until('the answer came', async () => heard() === 'first: hello')
  client.destroy()
})

test('forwards elsewhere and back under the same address', async () => {
  const other = await listen('second')
  proxy.forwardTo(portOf(other))
  expect(await ask('hello')).toBe('second: hello')
  proxy.restore()
  expect(await ask('hello')).toBe('first: hello')
  other.close()
})

async function ask(word: string): Promise<string> {
  const client = connect(proxy.port, '127.0.0.1')
  client.write(word)
  return new Promise((resolve, reject) => {
    client.once('error', reject)
    client.once('data', chunk => {
      resolve(String(chunk))
      client.destroy()
    })
  })
}

function collect(socket: Socket): () => string {
  let heard = ''
  socket.on('data', chunk => (heard += String(chunk)))
  return () => heard
}

async function listen(name: string): Promise<Server> {
  const server = createServer(socket => {
    socket.on('data', chunk => socket.write(`${name}: ${String(chunk)}`))
    socket.on('error', () => undefined)
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return server
}

async function freePort(): Promise<number> {
  const server = await listen('nobody')
  const port = portOf(server)
  await new Promise(resolve => {
    server.close(resolve)
  })
  return port
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}
