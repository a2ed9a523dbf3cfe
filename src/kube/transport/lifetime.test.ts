import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Connection } from '../connect.ts'
import { aPod, errorOf, gather, pods, web } from '#test/kube/sample-objects.ts'
import type { SampleProtocol, SampleServer } from '#test/kube/sample-server.ts'
import { SampleWorld } from '#test/kube/sample-world.ts'

const quiet = async () => new Promise(resolve => setTimeout(resolve, 100))
const resources = () =>
  process
    .getActiveResourcesInfo()
    .filter(name => /TCPSocket|TLS|Timeout|HTTP/i.test(name))
    .toSorted()

// Other tests of this process may let go of theirs in the meantime: only what is new counts.
function leftOver(before: readonly string[]): string[] {
  const known = [...before]
  return resources().filter(name => {
    const index = known.indexOf(name)
    if (index >= 0) known.splice(index, 1)
    return index < 0
  })
}

describe.each<SampleProtocol>(['h2', 'http/1.1'])('over %s, at its end,', protocol => {
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

  test('a call whose signal has aborted is not sent', async () => {
    const signal = AbortSignal.abort()
    expect((await errorOf(connection.api.get(web, { signal })))?.code).toBe('Cancelled')
    expect(server.requests).toEqual([])
  })

  test('a call ends at once when its signal aborts', async () => {
    const stop = new AbortController()
    server.answer = () => stop.abort()
    expect((await errorOf(connection.api.get(web, { signal: stop.signal })))?.code).toBe('Cancelled')
  })

  test('close ends all calls, and there are no more', async () => {
    const { promise: asked, resolve } = Promise.withResolvers<void>()
    server.answer = () => resolve()
    const pending = errorOf(connection.api.get(web))
    await asked
    connection.close()
    expect((await pending)?.code).toBe('Cancelled')
    expect((await errorOf(connection.api.get(web)))?.code).toBe('Cancelled')
  })

  test('nothing is left: no socket, no timer, no listener', async () => {
    const stop = new AbortController()
    const listeners: string[] = []
    const { signal } = stop
    const add = signal.addEventListener.bind(signal)
    const remove = signal.removeEventListener.bind(signal)
    signal.addEventListener = (...args: Parameters<typeof add>) => (listeners.push('added'), add(...args))
    signal.removeEventListener = (...args: Parameters<typeof remove>) => (listeners.pop(), remove(...args))
    server.cutAll()
    await quiet()
    const before = resources()
    server.answer = reply => reply.json(200, aPod())
    await connection.api.get(web, { signal })
    server.answer = () => undefined
    await errorOf(connection.api.get(web, { signal, timeoutMs: 50 }))
    const watching = gather(connection.api.watch({ resource: pods }, '1', { signal }))
    await connection.api.get(web, { signal, timeoutMs: 50 }).catch(() => undefined)
    stop.abort()
    expect(await watching).toEqual(['Cancelled'])
    connection.close()
    for (let turn = 0; turn < 1_000 && leftOver(before).length + server.open > 0; turn++) await quiet()
    expect([leftOver(before), listeners, server.open]).toEqual([[], [], 0])
  })
})
