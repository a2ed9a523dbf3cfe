import { afterEach, describe, expect, test } from 'vitest'
import { type HealthOptions, type HealthServer, ListenError, serveHealth } from './serve-health.ts'

const servers: HealthServer[] = []

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop()
})

async function serve(options: Partial<HealthOptions> = {}): Promise<HealthServer> {
  const server = await serveHealth({
    host: '127.0.0.1',
    port: 0,
    isAlive: () => true,
    isReady: () => true,
    metrics: { contentType: 'text/plain; version=0.0.4', render: async () => 'calls_total 3\n' },
    ...options,
  })
  servers.push(server)
  return server
}

async function ask(server: HealthServer, path: string, init: RequestInit = {}) {
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, init)
  return { status: answer.status, type: answer.headers.get('content-type'), body: await answer.text() }
}

const words = 'text/plain; charset=utf-8'

describe('The endpoints', () => {
  const cases: readonly {
    name: string
    given?: Partial<HealthOptions>
    path: string
    init?: RequestInit
    want: object
  }[] = [
    { name: 'say that it is alive', path: '/healthz', want: { status: 200, type: words, body: 'ok\n' } },
    {
      name: 'say that it is not alive',
      given: { isAlive: () => false },
      path: '/healthz',
      want: { status: 503, type: words, body: 'not alive\n' },
    },
    {
      name: 'say that it is ready',
      path: '/readyz?verbose',
      want: { status: 200, type: words, body: 'ok\n' },
    },
    {
      name: 'say that it is not ready',
      given: { isReady: () => false },
      path: '/readyz',
      want: { status: 503, type: words, body: 'not ready\n' },
    },
    {
      name: 'give the figures',
      path: '/metrics',
      want: { status: 200, type: 'text/plain; version=0.0.4', body: 'calls_total 3\n' },
    },
    {
      name: 'keep what went wrong to themselves',
      given: { metrics: { contentType: 'x', render: async () => Promise.reject(new Error('a secret')) } },
      path: '/metrics',
      want: { status: 500, type: words, body: 'failed\n' },
    },
    {
      name: 'know no other path',
      path: '/../etc/passwd',
      want: { status: 404, type: words, body: 'not found; this port serves /healthz, /readyz, /metrics\n' },
    },
    {
      name: 'take nothing in',
      path: '/healthz',
      init: { method: 'POST', body: 'x' },
      want: { status: 405, type: words, body: 'only GET is supported\n' },
    },
    {
      name: 'answer HEAD without a body',
      path: '/healthz',
      init: { method: 'HEAD' },
      want: { status: 200, type: words, body: '' },
    },
  ]
  for (const { name, given, path, init, want } of cases) {
    test(name, async () => expect(await ask(await serve(given), path, init)).toEqual(want))
  }

  test('are only those that are asked for', async () => {
    const server = await serveHealth({ host: '127.0.0.1', port: 0, isAlive: () => true })
    servers.push(server)
    expect(await ask(server, '/metrics')).toEqual({
      status: 404,
      type: words,
      body: 'not found; this port serves /healthz\n',
    })
  })

  test('are gone after the stop, although a connection was kept open', async () => {
    const server = await serve()
    await ask(server, '/healthz')
    await server.stop()
    await expect(ask(server, '/healthz')).rejects.toThrow('fetch failed')
  })

  test('say which address cannot be had, and why', async () => {
    const { port } = await serve()
    const error = await serve({ port }).catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(ListenError)
    expect(error).toMatchObject({
      code: 'CANNOT_LISTEN',
      message: `cannot listen on 127.0.0.1:${port}: EADDRINUSE`,
    })
  })
})
