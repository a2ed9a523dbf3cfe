import { createHmac } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createTcpServer, type Server as TcpServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { notificationOf } from '../../domain/notify/notification.ts'
import { aFact, heldStatus } from '#test/domain/sample-fact.ts'
import { NOON } from '#test/domain/sample-facts.ts'
import { SampleAuthority } from '#test/kube/sample-authority.ts'
import { httpSink, type NotifyTarget } from './http-sink.ts'

interface Received {
  readonly method: string
  readonly path: string
  readonly signature: string | undefined
  readonly body: string
}

const CANARY = 'CANARY-in-the-address'
const notification = notificationOf([aFact(heldStatus())])
let servers: TcpServer[]
let sockets: Set<Socket>
let received: Received[]
let folder: string

beforeEach(async () => {
  servers = []
  sockets = new Set()
  received = []
  folder = await mkdtemp(join(tmpdir(), 'fitout-notify-'))
})

afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  for (const server of servers) server.close()
  await rm(folder, { recursive: true })
})

/** The address of a server that notes what it gets and then answers in its own way. */
async function serve(answer: RequestListener): Promise<URL> {
  const take = async (...[request, response]: Parameters<RequestListener>): Promise<void> => {
    const { method = '', url: path = '', headers } = request
    const { 'x-signature': signature } = headers
    received.push({ method, path, signature: signature?.toString(), body: await text(request) })
    answer(request, response)
  }
  return addressOf(
    createServer((request, response) => void take(request, response)),
    'http',
  )
}

async function addressOf(server: TcpServer, scheme: string): Promise<URL> {
  servers.push(server.on('connection', socket => sockets.add(socket)))
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return new URL(`${scheme}://127.0.0.1:${port}/hook?token=${CANARY}`)
}

const webhook = (url: URL, keyFile?: string): NotifyTarget => ({ format: 'webhook', url, keyFile })
const flux = (url: URL): NotifyTarget => ({ format: 'flux', url })

const status = (code: number, headers: Record<string, string> = {}): RequestListener => {
  return (_request, response) => void response.writeHead(code, headers).end()
}

async function sendTo(target: NotifyTarget, signal = new AbortController().signal) {
  return httpSink(target, { now: () => NOON }).send(notification, signal)
}

function signed(key: string, body = ''): string {
  return `sha256=${createHmac('sha256', key).update(body).digest('hex')}`
}

describe('A webhook', () => {
  test('is posted JSON, with a signature if there is a key', async () => {
    const keyFile = join(folder, 'key')
    await writeFile(keyFile, 'first\n')
    const url = await serve(status(204))
    expect(await sendTo(webhook(url, keyFile))).toEqual({ kind: 'delivered' })
    await writeFile(keyFile, 'second')
    await sendTo(webhook(url, keyFile))
    await sendTo(webhook(url))

    const [first, second, third] = received
    expect(first).toMatchObject({ method: 'POST', path: `/hook?token=${CANARY}` })
    expect(JSON.parse(first?.body ?? '')).toMatchObject({
      version: 1,
      key: notification.key,
      time: '2026-11-16T12:00:00Z',
      message: notification.message,
    })
    expect([first?.signature, second?.signature, third?.signature]).toEqual([
      signed('first', first?.body),
      signed('second', second?.body),
      undefined,
    ])
  })

  test('is not posted anything without its key', async () => {
    const url = await serve(status(204))
    const keyFile = join(folder, 'none')
    expect(await sendTo(webhook(url, keyFile))).toEqual({
      kind: 'failed',
      reason: 'the file with the key cannot be read',
    })
    expect(received).toEqual([])
  })
})

describe('Flux', () => {
  test('is posted its event', async () => {
    const url = await serve(status(202))
    expect(await sendTo(flux(url))).toEqual({ kind: 'delivered' })
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
      involvedObject: { kind: 'Fitout', namespace: 'prod', name: 'eks' },
      timestamp: '2026-11-16T12:00:00Z',
    })
  })

  test('says 429 when it has had the same: that is as good', async () => {
    const url = await serve(status(429))
    expect(await sendTo(flux(url))).toEqual({ kind: 'delivered' })
    expect(await sendTo(webhook(url))).toEqual({ kind: 'failed', reason: 'it responds with status 429' })
  })
})

describe('A receiver that', () => {
  const evil: readonly { name: string; answer: RequestListener; want: object }[] = [
    {
      name: 'does not understand',
      answer: status(400),
      want: { kind: 'refused', reason: 'it responds with status 400' },
    },
    {
      name: 'has an error',
      answer: status(500),
      want: { kind: 'failed', reason: 'it responds with status 500' },
    },
    {
      name: 'sends to another address is not followed',
      answer: (request, response) =>
        status(307, { location: `http://${request.headers.host}/elsewhere` })(request, response),
      want: { kind: 'failed', reason: 'it responds with status 307' },
    },
    {
      name: 'echoes what it got is not quoted',
      answer: (_request, response) => response.writeHead(500).end(received.at(-1)?.path),
      want: { kind: 'failed', reason: 'it responds with status 500' },
    },
    {
      name: 'answers without end is not listened to',
      answer: (_request, response) => {
        response.writeHead(200)
        const flood = () => void (response.write(Buffer.alloc(65_536)) && setImmediate(flood))
        response.on('drain', flood)
        flood()
      },
      want: { kind: 'delivered' },
    },
    {
      name: 'has endless headers',
      answer: (_request, response) => status(200, { a: 'a'.repeat(100_000) })(_request, response),
      want: { kind: 'failed', reason: 'it cannot be reached: HPE_HEADER_OVERFLOW' },
    },
    {
      name: 'hangs up',
      answer: request => request.socket.destroy(),
      want: { kind: 'failed', reason: 'it cannot be reached: ECONNRESET' },
    },
  ]
  test.for(evil)('$name', async ({ answer, want }) => {
    expect(await sendTo(webhook(await serve(answer)))).toEqual(want)
    expect(received).toHaveLength(1)
  })

  test('says nothing is left when told to', async () => {
    const over = new AbortController()
    const url = await serve(() => over.abort())
    expect(await sendTo(webhook(url), over.signal)).toEqual({
      kind: 'failed',
      reason: 'it cannot be reached: ABORT_ERR',
    })
  })

  test('is not there', async () => {
    const url = await serve(status(200))
    servers[0]?.close()
    expect(await sendTo(webhook(url))).toEqual({
      kind: 'failed',
      reason: 'it cannot be reached: ECONNREFUSED',
    })
  })

  test('does not speak HTTP', async () => {
    const server = createTcpServer(socket => socket.on('error', () => undefined).end(`${CANARY}\n`))
    const url = await addressOf(server, 'http')
    const delivery = await sendTo(webhook(url))
    expect(delivery).toMatchObject({ kind: 'failed' })
    expect(JSON.stringify(delivery)).not.toContain(CANARY)
  })

  test('has a certificate of an unknown authority', async () => {
    const { certificate: cert, key } = await (await SampleAuthority.create()).sign()
    const asked = vi.fn<() => void>()
    const server = createTlsServer({ cert, key }, () => asked())
    const delivery = await sendTo(webhook(await addressOf(server, 'https')))
    expect(delivery).toMatchObject({ kind: 'failed' })
    expect(asked).not.toHaveBeenCalled()
  })
})

test('a sink is named without what may be secret in its address', async () => {
  const url = new URL(`https://hooks.example/${CANARY}?token=${CANARY}`)
  expect(httpSink(webhook(url), { now: () => NOON }).name).toBe('hooks.example')
})
