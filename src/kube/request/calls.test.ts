import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ApiError } from '../../engine/api/api-error.ts'
import type { Connection } from '../connect.ts'
import { aList, aPod, aStatus, errorOf, pods, web } from '#test/kube/sample-objects.ts'
import type { SampleProtocol, SampleRequest, SampleServer } from '#test/kube/sample-server.ts'
import { SampleWorld } from '#test/kube/sample-world.ts'
import { USER_AGENT } from './user-agent.ts'

const CANARY = 'CANARY-0b9a'

describe.each<SampleProtocol>(['h2', 'http/1.1'])('over %s, a call', protocol => {
  let world: SampleWorld
  let server: SampleServer
  let connection: Connection
  beforeAll(async () => {
    world = await SampleWorld.create(protocol)
    server = world.server
  })
  beforeEach(() => {
    connection = world.connect()
  })
  afterEach(() => world.clean())
  afterAll(async () => world.stop())

  const sent = (): SampleRequest | undefined => server.requests.at(-1)

  test('get reads one object', async () => {
    server.answer = reply => reply.json(200, aPod())
    expect(await connection.api.get(web)).toEqual(aPod())
    expect(sent()).toMatchObject({ method: 'GET', url: '/api/v1/namespaces/prod/pods/web' })
    expect(sent()?.headers).toMatchObject({
      accept: 'application/json',
      'accept-encoding': 'identity',
      authorization: 'Bearer sample-token',
      'user-agent': USER_AGENT,
    })
  })

  test('get asks for metadata alone, and gives it the kind of the object', async () => {
    const partial = { ...aPod(), apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadata' }
    server.answer = reply => reply.json(200, partial)
    expect(await connection.api.get(web, { metadataOnly: true })).toEqual(aPod())
    expect(sent()?.headers['accept']).toBe('application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1')
  })

  test('list reads a page', async () => {
    const { metadata } = aPod()
    server.answer = reply =>
      reply.json(200, aList([{ metadata }], { resourceVersion: '9', continue: 'next' }))
    const page = await connection.api.list({ resource: pods, labels: 'a=b' }, { limit: 5, continue: 'this' })
    expect(page).toEqual({ items: [aPod()], resourceVersion: '9', continue: 'next' })
    expect(sent()?.url).toBe('/api/v1/pods?limit=5&continue=this&labelSelector=a%3Db')
  })

  test('apply sends a patch that takes over only what it is told to', async () => {
    server.answer = reply => reply.json(200, aPod())
    await connection.api.apply(pods, aPod(), { fieldManager: 'fitout', subresource: 'status' })
    expect(sent()).toMatchObject({
      method: 'PATCH',
      url: '/api/v1/namespaces/prod/pods/web/status?fieldManager=fitout&force=false',
      body: JSON.stringify(aPod()),
    })
    expect(sent()?.headers['content-type']).toBe('application/apply-patch+yaml')
  })

  test('apply asks for a dry run', async () => {
    server.answer = reply => reply.json(200, aPod())
    await connection.api.apply(pods, aPod(), { fieldManager: 'fitout', dryRun: true })
    expect(sent()?.url).toBe('/api/v1/namespaces/prod/pods/web?fieldManager=fitout&force=false&dryRun=All')
  })

  test('create and update send the object', async () => {
    server.answer = reply => reply.json(201, aPod())
    await connection.api.create(pods, aPod(), { fieldManager: 'fitout' })
    expect(sent()).toMatchObject({
      method: 'POST',
      url: '/api/v1/namespaces/prod/pods?fieldManager=fitout',
    })
    await connection.api.update(pods, aPod(), { fieldManager: 'fitout' })
    expect(sent()).toMatchObject({
      method: 'PUT',
      url: '/api/v1/namespaces/prod/pods/web?fieldManager=fitout',
    })
  })

  test('delete says which object it means', async () => {
    server.answer = reply => reply.json(200, aStatus(200, ''))
    await connection.api.delete(web, { uid: 'u1' })
    expect(sent()).toMatchObject({
      method: 'DELETE',
      url: '/api/v1/namespaces/prod/pods/web',
      body: '{"apiVersion":"v1","kind":"DeleteOptions","preconditions":{"uid":"u1"}}',
    })
  })

  test('delete has what an object owns go with it, where that is asked for', async () => {
    server.answer = reply => reply.json(200, aStatus(200, ''))
    await connection.api.delete(web, { propagation: 'Background' })
    expect(sent()?.body).toBe(
      '{"apiVersion":"v1","kind":"DeleteOptions","preconditions":{},"propagationPolicy":"Background"}',
    )
  })

  test('discover lists kinds, not their parts', async () => {
    const resources = [
      { name: 'deployments', kind: 'Deployment', namespaced: true },
      { name: 'deployments/status', kind: 'Deployment', namespaced: true },
    ]
    server.answer = reply => reply.json(200, { kind: 'APIResourceList', groupVersion: 'apps/v1', resources })
    const want = {
      group: 'apps',
      version: 'v1',
      kind: 'Deployment',
      plural: 'deployments',
      scope: 'Namespaced',
    }
    expect(await connection.api.discover('apps/v1')).toEqual([want])
    expect(sent()?.url).toBe('/apis/apps/v1')
  })

  test('isReady tells yes from no, and neither from nonsense', async () => {
    const answers = [
      { status: 200, body: 'ok' },
      { status: 500, body: 'etcd failed' },
      { status: 200, body: '<html>' },
      { status: 403, body: '' },
    ]
    const seen: unknown[] = []
    for (const { status, body } of answers) {
      server.answer = reply => {
        reply.head(status, { 'content-type': 'text/plain' })
        reply.write(body)
        reply.end()
      }
      seen.push(await connection.api.isReady().catch((error: ApiError) => error.code))
    }
    expect(seen).toEqual([true, false, 'BadAnswer', 'Forbidden'])
  })

  test('goes to the path that the server is behind', async () => {
    server.answer = reply => reply.json(200, aPod())
    const behind = world.connect({ server: `${server.url}/k8s/clusters/c-1` })
    await behind.api.get(web)
    expect(sent()?.url).toBe('/k8s/clusters/c-1/api/v1/namespaces/prod/pods/web')
  })

  test('takes a fresh token each time', async () => {
    server.answer = reply => reply.json(200, aPod())
    let count = 0
    const fresh = world.connect({ auth: async () => ({ token: `t${++count}` }) })
    await fresh.api.get(web)
    await fresh.api.get(web)
    expect(server.requests.map(({ headers }) => headers['authorization'])).toEqual(['Bearer t1', 'Bearer t2'])
  })

  test('fails without credentials, and does not say why they are missing', async () => {
    const without = world.connect({ auth: async () => Promise.reject(new Error(CANARY)) })
    const error = await errorOf(without.api.get(web))
    expect([error?.code, error?.message]).toEqual(['Unauthorized', 'cannot get Pod prod/web: Unauthorized'])
  })

  test.each(['..', '.', 'a/b', 'a%2fb', 'a\\b', 'a\nb', ''])('is not sent for the name %j', async name => {
    expect((await errorOf(connection.api.get({ ...web, name })))?.code).toBe('Invalid')
    expect(server.requests).toEqual([])
  })

  test('shares a connection with others', async () => {
    server.answer = reply => reply.json(200, aPod())
    const before = server.connections
    for (let count = 0; count < 5; count++) await connection.api.get(web)
    // HTTP/1.1 needs one more, to find out that the server speaks nothing else.
    expect(server.connections - before).toBeLessThanOrEqual(protocol === 'h2' ? 1 : 2)
    expect(connection.counters()).toMatchObject({ calls: 5, connections: 1 })
  })
})
