import { type Server, type Socket, createServer } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ConnectionConfig } from './connection-config.ts'
import { connect } from '../connect.ts'
import { aPod, errorOf, web } from '#test/kube/sample-objects.ts'
import { SampleAuthority, type SampleCertificate } from '#test/kube/sample-authority.ts'
import { SampleServer } from '#test/kube/sample-server.ts'

const HOUR_MS = 3_600_000
let authority: SampleAuthority
let stranger: SampleAuthority
let good: SampleCertificate
const stops: (() => unknown)[] = []

beforeAll(async () => {
  authority = await SampleAuthority.create()
  stranger = await SampleAuthority.create()
  good = await authority.sign()
})
afterEach(() => vi.unstubAllEnvs())
afterAll(async () => Promise.all(stops.map(async stop => stop())))

async function serverWith(certificate: SampleCertificate): Promise<string> {
  const server = await SampleServer.start('h2', certificate)
  stops.push(async () => server.stop())
  server.answer = reply => reply.json(200, aPod())
  return server.url
}

async function listen(server: Server): Promise<string> {
  const sockets = new Set<Socket>()
  server.on('connection', socket => sockets.add(socket.on('error', () => undefined)))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  return `https://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

async function codeOf(server: string, more: Partial<ConnectionConfig> = {}): Promise<string> {
  const connection = connect({ server, caData: authority.caData, auth: { token: 't' }, ...more })
  const error = await errorOf(connection.api.get(web))
  connection.close()
  return error?.code ?? 'trusted'
}

describe('a server is trusted', () => {
  test('whose certificate comes from the authority', async () => {
    expect(await codeOf(await serverWith(good))).toBe('trusted')
  })

  test('whose certificate has the name that it must have', async () => {
    const server = await serverWith(await authority.sign({ names: ['api.blue.example'] }))
    expect(await codeOf(server, { serverName: 'api.blue.example' })).toBe('trusted')
  })
})

describe('a server is not trusted', () => {
  const past = new Date(Date.now() - HOUR_MS / 2)
  const future = new Date(Date.now() + HOUR_MS / 2)
  const cases = [
    { name: 'whose certificate comes from another authority', sign: async () => stranger.sign() },
    { name: 'whose certificate has expired', sign: async () => authority.sign({ notAfter: past }) },
    { name: 'whose certificate is not yet valid', sign: async () => authority.sign({ notBefore: future }) },
    {
      name: 'whose certificate is for another name',
      sign: async () => authority.sign({ names: ['other.example'] }),
    },
  ]
  test.each(cases)('$name', async ({ sign }) => {
    expect(await codeOf(await serverWith(await sign()))).toBe('NotTrusted')
  })

  test('whose certificate lacks the name that it must have', async () => {
    expect(await codeOf(await serverWith(good), { serverName: 'api.blue.example' })).toBe('NotTrusted')
  })

  test('because of what the environment says', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    expect(await codeOf(await serverWith(await stranger.sign()))).toBe('NotTrusted')
  })

  test('over HTTP/1.1 either, when the environment says so', async () => {
    const server = await SampleServer.start('http/1.1', await stranger.sign())
    stops.push(async () => server.stop())
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    expect(await codeOf(server.url)).toBe('NotTrusted')
  })

  test('that speaks no TLS', async () => {
    const plain = createServer(socket => socket.end('HTTP/1.1 200 OK\r\n\r\n'))
    expect(await codeOf(await listen(plain))).toBe('NotTrusted')
  })

  test('when what is said to be its authority is none', async () => {
    expect(
      await codeOf(await serverWith(good), {
        caData: '-----BEGIN CERTIFICATE-----\nMAMCAQU=\n-----END CERTIFICATE-----\n',
      }),
    ).toBe('NotTrusted')
  })
})

describe('a server cannot be reached', () => {
  test('that does not listen', async () => {
    const server = createServer()
    const url = await listen(server)
    await new Promise(resolve => server.close(resolve))
    expect(await codeOf(url)).toBe('Unreachable')
  })

  test('whose name leads nowhere', async () => {
    expect(await codeOf('https://nowhere.invalid:6443')).toBe('Unreachable')
  })

  test('that hangs up at once', async () => {
    expect(await codeOf(await listen(createServer(socket => socket.destroy())))).toBe('Unreachable')
  })

  test('that hangs up after the handshake', async () => {
    const tls = createTlsServer({ cert: good.certificate, key: good.key, ALPNProtocols: ['h2'] }, socket =>
      socket.destroy(),
    )
    expect(await codeOf(await listen(tls))).toBe('Unreachable')
  })
})

describe('a server takes too long', () => {
  test('that takes the connection and says nothing', async () => {
    expect(await codeOf(await listen(createServer()), { limits: { connectMs: 150 } })).toBe('Timeout')
  })

  test('that shakes hands and says nothing', async () => {
    const tls = createTlsServer(
      { cert: good.certificate, key: good.key, ALPNProtocols: ['h2'] },
      () => undefined,
    )
    expect(await codeOf(await listen(tls), { limits: { callMs: 200 } })).toBe('Timeout')
  })
})

describe('a server that speaks another protocol', () => {
  test.each(['h2', 'http/1.1'])('than %s, which it said, gives a bad answer', async protocol => {
    const tls = createTlsServer(
      { cert: good.certificate, key: good.key, ALPNProtocols: [protocol] },
      socket => {
        socket.on('error', () => undefined)
        socket.write('SSH-2.0-OpenSSH_9.6\r\n'.repeat(10))
      },
    )
    expect(await codeOf(await listen(tls))).toBe('BadAnswer')
  })

  test('of long ago gives a bad answer', async () => {
    const tls = createTlsServer({ cert: good.certificate, key: good.key }, socket => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.end('HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n{}'))
    })
    expect(await codeOf(await listen(tls))).toBe('BadAnswer')
  })

  test('with two lengths of one body gives a bad answer', async () => {
    const tls = createTlsServer({ cert: good.certificate, key: good.key }, socket => {
      socket.on('error', () => undefined)
      socket.once('data', () =>
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}'),
      )
    })
    expect(await codeOf(await listen(tls))).toBe('BadAnswer')
  })

  test('with a head without end gives a bad answer', async () => {
    const tls = createTlsServer({ cert: good.certificate, key: good.key }, socket => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}`))
    })
    expect(await codeOf(await listen(tls))).toBe('BadAnswer')
  })
})

describe('credentials', () => {
  test('are the certificate that the server sees', async () => {
    const seen: unknown[] = []
    const server = createTlsServer(
      {
        cert: good.certificate,
        key: good.key,
        ca: authority.caData,
        requestCert: true,
        ALPNProtocols: ['h2'],
      },
      socket => {
        seen.push(socket.authorized)
        socket.destroy()
      },
    )
    const { certificate, key } = await authority.sign()
    await codeOf(await listen(server), { auth: { certificate, key } })
    expect(seen).toEqual([true])
  })

  test('that do not fit together are not sent', async () => {
    const { certificate } = await authority.sign()
    expect(await codeOf(await serverWith(good), { auth: { certificate, key: good.key } })).toBe(
      'Unauthorized',
    )
  })

  test('that change open a new connection', async () => {
    const url = await serverWith(good)
    const identities = [await authority.sign(), await authority.sign()]
    let turn = 0
    const auth = async () => identities[turn++ > 1 ? 1 : 0] ?? {}
    const connection = connect({ server: url, caData: authority.caData, auth })
    const counts: number[] = []
    for (let count = 0; count < 4; count++) {
      await connection.api.get(web)
      counts.push(connection.counters().connections)
    }
    connection.close()
    expect(counts).toEqual([1, 1, 2, 2])
  })
})
