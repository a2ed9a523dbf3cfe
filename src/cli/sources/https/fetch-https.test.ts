import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { FetchTimes } from './deadlines.ts'
import { fetchFrom, fetchHttps } from './fetch-https.ts'
import { type Network, publicNetwork } from './network.ts'
import { selfSigned } from '#test/cli/self-signed.ts'
import { parseAddress } from './source-address.ts'

const LIMIT = 1000
const patient: FetchTimes = { connect: 10_000, idle: 10_000, whole: 10_000 }

/** What the server does, by the path it is asked for. */
const answers: Readonly<Record<string, (answer: ServerResponse) => unknown>> = {
  '/ok': answer => answer.end('a: 1\n'),
  '/limit': answer => answer.end('x'.repeat(LIMIT)),
  '/redirect-here': answer => answer.writeHead(301, { location: '/ok' }).end(),
  '/redirect-there': answer =>
    answer.writeHead(302, { location: 'https://me:hunter2@b.example/y.yaml' }).end(),
  '/redirect-signed': answer => answer.writeHead(307, { location: 'https://b.example/y?sig=hunter2' }).end(),
  '/redirect-bad': answer => answer.writeHead(308, { location: 'https://[' }).end(),
  '/missing': answer => answer.writeHead(404, 'Gone fishing').end('no'),
  '/empty': answer => answer.writeHead(204).end(),
  '/packed': answer => answer.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
  '/said-large': answer => answer.writeHead(200, { 'content-length': LIMIT + 1 }).flushHeaders(),
  '/large': answer => {
    answer.write('x'.repeat(LIMIT))
    answer.write('x')
  },
  '/broken': answer => {
    answer.writeHead(200, { 'content-length': 100 })
    answer.write('a', () => answer.destroy())
  },
  '/silent': () => {},
  '/stalled': answer => answer.write('a'),
  '/dripping': answer => {
    const drip = setInterval(() => answer.write('a'), 5)
    answer.once('close', () => clearInterval(drip))
  },
}

let server: Server
let port: number
let network: Network
let hosts: string[]
beforeAll(async () => {
  const { cert, key } = await selfSigned('a.example')
  server = createServer({ cert, key }, (request, answer) => {
    hosts.push(`${request.headers.host} ${request.headers['accept-encoding']}`)
    answers[request.url ?? '']?.(answer)
  })
  port = await listen(server)
  network = { resolve: async () => [{ address: '127.0.0.1', family: 4 }], allows: () => true, ca: cert }
  hosts = []
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const at = (path: string, host = 'a.example') => parseAddress(`https://${host}:${port}${path}`)

describe('Of a server one gets', () => {
  const cases = [
    { name: 'the bytes', given: '/ok', want: Buffer.from('a: 1\n') },
    { name: 'as many as the limit', given: '/limit', want: Buffer.alloc(LIMIT, 'x') },
    { name: 'nothing when it says that there are more', given: '/said-large', want: undefined },
    { name: 'nothing when more come', given: '/large', want: undefined },
  ]
  for (const { name, given, want } of cases) {
    test(name, async () => expect(await fetchFrom(network, patient)(at(given), LIMIT)).toEqual(want))
  }

  test('what it has under the name that was asked for, uncompressed', async () => {
    await fetchFrom(network, patient)(at('/ok'), LIMIT)
    expect(hosts.at(-1)).toBe(`a.example:${port} identity`)
  })
})

describe('A fetch fails', () => {
  const quick = { ...patient, idle: 50 }
  const cases = [
    {
      name: 'when the server redirects to itself',
      given: '/redirect-here',
      code: 'REDIRECTED',
      want: 'it redirects to https://a.example:PORT/ok; give that URL if you trust it',
    },
    {
      name: 'when the server redirects to another one, whose password is not shown',
      given: '/redirect-there',
      code: 'REDIRECTED',
      want: 'it redirects to https://b.example/y.yaml; give that URL if you trust it',
    },
    {
      name: 'when the server redirects with a token, which is not shown',
      given: '/redirect-signed',
      code: 'REDIRECTED',
      want: 'it redirects to https://b.example/y?…; download it, and give the file',
    },
    {
      name: 'when the server redirects to nowhere',
      given: '/redirect-bad',
      code: 'REDIRECTED',
      want: 'it redirects to an invalid URL',
    },
    {
      name: 'when it does not exist, in words that are not the server’s',
      given: '/missing',
      code: 'BAD_ANSWER',
      want: 'the server responds with 404 Not Found',
    },
    {
      name: 'when there is nothing to get',
      given: '/empty',
      code: 'BAD_ANSWER',
      want: 'the server responds with 204 No Content',
    },
    {
      name: 'when the answer is compressed',
      given: '/packed',
      code: 'BAD_ANSWER',
      want: 'the server sends it compressed, which is not supported',
    },
    {
      name: 'when the answer breaks off',
      given: '/broken',
      code: 'UNREACHABLE',
      want: 'connection reset',
    },
    {
      name: 'when the server says nothing',
      given: '/silent',
      times: quick,
      code: 'TIMED_OUT',
      want: 'the server sends nothing for more than 0.05 seconds',
    },
    {
      name: 'when the server stops in the middle',
      given: '/stalled',
      times: quick,
      code: 'TIMED_OUT',
      want: 'the server sends nothing for more than 0.05 seconds',
    },
    {
      name: 'when the server never ends',
      given: '/dripping',
      times: { ...patient, whole: 100 },
      code: 'TIMED_OUT',
      want: 'it takes more than 0.1 seconds',
    },
  ]
  for (const { name, given, times = patient, code, want } of cases) {
    test(name, async () => {
      const error = await problem(fetchFrom(network, times)(at(given), LIMIT))
      const message = `cannot fetch https://a.example:${port}${given}: ${want.replace('PORT', String(port))}`
      expect(error).toMatchObject({ name: 'SourceReadError', code, message })
    })
  }
})

describe('No connection is made', () => {
  const local = [{ address: '127.0.0.1', family: 4 }]
  const elsewhere = [{ address: '140.82.121.4', family: 4 }]
  const cases = [
    {
      name: 'to a loopback address',
      given: { host: '127.0.0.1' },
      want: '127.0.0.1 is not a public address',
    },
    { name: 'to its odd spelling', given: { host: '0x7f.1' }, want: '127.0.0.1 is not a public address' },
    { name: 'to a loopback address of IPv6', given: { host: '[::1]' }, want: '::1 is not a public address' },
    {
      name: 'to a mapped address',
      given: { host: '[::ffff:10.0.0.1]' },
      want: '::ffff:a00:1 is not a public address',
    },
    {
      name: 'to a name that leads there',
      given: { answer: local },
      want: '127.0.0.1 is not a public address',
    },
    {
      name: 'to a name that leads there too',
      given: { answer: [...elsewhere, ...local] },
      want: '127.0.0.1 is not a public address',
    },
  ]
  for (const { name, given, want } of cases) {
    test(name, async () => {
      const before = hosts.length
      const strict = { ...publicNetwork, resolve: async () => given.answer ?? [], ca: network.ca ?? '' }
      const error = await problem(fetchFrom(strict, patient)(at('/ok', given.host), LIMIT))
      expect(error).toMatchObject({ code: 'PRIVATE_ADDRESS', message: expect.stringContaining(want) })
      expect(hosts).toHaveLength(before)
    })
  }

  test('to another address than the one that was checked, however often the name service is asked', async () => {
    let asked = 0
    const rebinding: Network = {
      ...network,
      resolve: async () => {
        asked += 1
        return asked === 1 ? [{ address: '127.0.0.1', family: 4 }] : [{ address: '127.0.0.2', family: 4 }]
      },
      allows: address => address === '127.0.0.1',
    }
    expect(await fetchFrom(rebinding, patient)(at('/ok'), LIMIT)).toEqual(Buffer.from('a: 1\n'))
    expect(asked).toBe(1)
  })

  test('by what commands use', async () => {
    expect(await problem(fetchHttps(at('/ok', 'localhost'), LIMIT))).toMatchObject({
      code: 'PRIVATE_ADDRESS',
    })
  })
})

describe('A server is not trusted', () => {
  test('when nobody vouches for it', async () => {
    const stranger = { resolve: network.resolve, allows: network.allows }
    expect(await problem(fetchFrom(stranger, patient)(at('/ok'), LIMIT))).toMatchObject({
      code: 'NOT_TRUSTED',
      message: `cannot fetch https://a.example:${port}/ok: its certificate is self-signed`,
    })
  })

  test('when the environment says that anybody is trusted', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    const stranger = { resolve: network.resolve, allows: network.allows }
    const outcome = problem(fetchFrom(stranger, patient)(at('/ok'), LIMIT))
    expect(await outcome).toMatchObject({ code: 'NOT_TRUSTED' })
    vi.unstubAllEnvs()
  })

  test('when its certificate is for another name', async () => {
    expect(await problem(fetchFrom(network, patient)(at('/ok', 'b.example'), LIMIT))).toMatchObject({
      code: 'NOT_TRUSTED',
      message: `cannot fetch https://b.example:${port}/ok: its certificate is for another name`,
    })
  })
})

describe('A server is not reached', () => {
  const cases = [
    { name: 'when nobody knows its name', given: failing('ENOTFOUND'), want: 'no such host' },
    { name: 'when its name has no address', given: async () => [], want: 'no such host' },
    {
      name: 'when the name service fails in a new way',
      given: failing('ENEW'),
      want: 'network error ENEW',
    },
  ]
  for (const { name, given, want } of cases) {
    test(name, async () => {
      const error = await problem(fetchFrom({ ...network, resolve: given }, patient)(at('/ok'), LIMIT))
      expect(error).toMatchObject({ code: 'UNREACHABLE', message: expect.stringMatching(`: ${want}$`) })
    })
  }

  const slow = { ...patient, connect: 50 }
  test('when the name service takes too long', async () => {
    const never = { ...network, resolve: async () => new Promise<never>(() => {}) }
    expect(await problem(fetchFrom(never, slow)(at('/ok'), LIMIT))).toMatchObject({
      code: 'TIMED_OUT',
      message: expect.stringMatching(/: the connection takes more than 0\.05 seconds$/),
    })
  })

  test('when it does not answer to TLS', async () => {
    const mute = createTcpServer(socket => void socket.on('error', () => {}))
    const address = parseAddress(`https://a.example:${await listen(mute)}/ok`)
    expect(await problem(fetchFrom(network, slow)(address, LIMIT))).toMatchObject({ code: 'TIMED_OUT' })
    mute.close()
  })

  test('when nobody listens', async () => {
    const closed = createTcpServer()
    const address = parseAddress(`https://a.example:${await listen(closed)}/ok`)
    closed.close()
    await once(closed, 'close')
    expect(await problem(fetchFrom(network, patient)(address, LIMIT))).toMatchObject({
      code: 'UNREACHABLE',
      message: expect.stringMatching(/: connection refused$/),
    })
  })
})

function failing(code: string) {
  return async () => {
    throw Object.assign(new Error(code), { code, syscall: 'getaddrinfo' })
  }
}

async function problem(work: Promise<unknown>): Promise<unknown> {
  try {
    await work
  } catch (error) {
    return error
  }
  throw new Error('nothing went wrong')
}

async function listen(on: TcpServer): Promise<number> {
  on.listen(0, '127.0.0.1')
  await once(on, 'listening')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port has one
  return (on.address() as AddressInfo).port
}
