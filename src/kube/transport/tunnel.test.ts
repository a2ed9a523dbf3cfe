import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../connect.ts'
import { SampleAuthority } from '#test/kube/sample-authority.ts'
import { aPod, errorOf, web } from '#test/kube/sample-objects.ts'
import { SampleProxy } from '#test/kube/sample-proxy.ts'
import { type SampleProtocol, SampleServer } from '#test/kube/sample-server.ts'

let authority: SampleAuthority
const stops: (() => unknown)[] = []

beforeAll(async () => {
  authority = await SampleAuthority.create()
})
afterAll(async () => Promise.all(stops.map(async stop => stop())))

async function startServer(protocol: SampleProtocol): Promise<SampleServer> {
  const server = await SampleServer.start(protocol, await authority.sign())
  server.answer = reply => reply.json(200, aPod())
  stops.push(async () => server.stop())
  return server
}

async function startProxy(refuses?: number): Promise<SampleProxy> {
  const proxy = await SampleProxy.start(refuses)
  stops.push(() => proxy.stop())
  return proxy
}

describe('Through a proxy', () => {
  test.for(['h2', 'http/1.1'] as const)(
    'a server of %s is reached, and checked as without',
    async protocol => {
      const server = await startServer(protocol)
      const proxy = await startProxy()
      const way = { server: server.url, auth: { token: 't' }, proxy: proxy.url }
      const trusted = connect({ ...way, caData: authority.caData })
      expect((await trusted.api.get(web)).metadata.name).toBe(aPod().metadata.name)
      trusted.close()
      const end = new URL(server.url).host
      expect(new Set(proxy.asked.map(asked => asked.end))).toEqual(new Set([end]))

      const stranger = connect({ ...way, caData: (await SampleAuthority.create()).caData })
      expect((await errorOf(stranger.api.get(web)))?.code).toBe('NotTrusted')
      stranger.close()
    },
  )

  test('user and password go to the proxy', async () => {
    const server = await startServer('h2')
    const proxy = await startProxy()
    const url = proxy.url.replace('http://', 'http://me:p%40ss@')
    const connection = connect({
      server: server.url,
      auth: { token: 't' },
      proxy: url,
      caData: authority.caData,
    })
    await connection.api.get(web)
    connection.close()
    const authorization = `Basic ${Buffer.from('me:p@ss').toString('base64')}`
    expect(proxy.asked).toEqual([{ end: new URL(server.url).host, authorization }])
    expect(JSON.stringify(server.requests)).not.toContain('proxy-authorization')
  })

  test('that refuses, the server cannot be reached', async () => {
    const server = await startServer('h2')
    const proxy = await startProxy(407)
    const connection = connect({
      server: server.url,
      auth: { token: 't' },
      proxy: proxy.url,
      caData: authority.caData,
    })
    expect((await errorOf(connection.api.get(web)))?.code).toBe('Unreachable')
    connection.close()
  })

  test('that does not listen, the server cannot be reached', async () => {
    const server = await startServer('http/1.1')
    const connection = connect({
      server: server.url,
      auth: { token: 't' },
      proxy: 'http://127.0.0.1:1',
      caData: authority.caData,
    })
    expect((await errorOf(connection.api.get(web)))?.code).toBe('Unreachable')
    connection.close()
  })
})
